import { SECOND_MS } from "#domain/units/durations.ts";
import type { LoggerMessage } from "#protocol/logger/messages.ts";
import { QUERY_TIMEOUT_MS } from "#protocol/viewer/limits.ts";
import type { SiteLines } from "../equipment/lines.ts";
import type { Clock, Timers } from "../interfaces.ts";
import type { LoggerConnection } from "../logger-connection.ts";
import type { SecretRegisters } from "../settings/secret-registers.ts";
import type { SiteState } from "../site-state.ts";
import { buildQueryAnswer } from "../viewers/build-messages.ts";
import type { ViewerSockets } from "../viewers/viewer-sockets.ts";
import { omitMissingFrequencies } from "./omit-missing-frequencies.ts";
import { QueryPace } from "./query-pace.ts";
import {
  outcomeFromStored,
  outcomeOf,
  type QueryOutcome,
  type RelayedQuery,
  relayedQuery,
} from "./relayed-query.ts";

/** Name of the relay's timer. */
export const QUERIES_TIMER = "queries";
/** Maximum number of queries of one viewer in flight. */
const MAX_PENDING = 32;
/** A query in flight that is younger than this also serves equal queries, ms. */
const MAX_SHARED_AGE_MS = 5 * SECOND_MS;

type Row = { id: number; viewer: string; tag: string; request: string };
type Frame = { frame: string; asked_at: number };

/** The viewer who asks. */
export type Asker = {
  /** Id of the connection. */
  id: string;
  /** Whether the viewer may ask as often as the logger can answer. */
  fast: boolean;
};

type Deps = {
  sql: SqlStorage;
  clock: Clock;
  timers: Timers;
  site: SiteState;
  lines: SiteLines;
  secrets: Pick<SecretRegisters, "hide">;
  logger: Pick<LoggerConnection, "connected" | "send">;
  newId: () => string;
  viewers: Pick<ViewerSockets, "answer" | "findById">;
};

/**
 * Relays queries of viewers to the logger and answers back. They are stored, so that an answer finds its viewer after
 * hibernation. Equal queries are sent as one frame, and what would exceed the logger's rate is answered from stored
 * values.
 */
export class QueryRelay {
  readonly #deps: Deps;
  readonly #pace = new QueryPace();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Relays a query.
   * @returns false if it exceeds the limit of the viewer or the logger
   */
  relayQuery(asker: Asker, tag: string, query: RelayedQuery): boolean {
    const { clock, logger } = this.#deps;
    if (this.#countPending(asker.id) >= MAX_PENDING) return false;
    const now = clock.now();
    const shared = this.#findFrame(query, now);
    if (shared !== null || !logger.connected) {
      this.#insert(shared ?? this.#newFrame(now), asker.id, tag, query);
      return true;
    }
    const mayGo = asker.fast ? this.#pace.take(now) : this.#pace.takeSlow(asker.id, query.cmd, now);
    if (!mayGo) return this.#answerFromStored(asker.id, tag, query);
    const frame = this.#newFrame(now);
    this.#insert(frame, asker.id, tag, query);
    logger.send({ ...query, id: frame.frame });
    return true;
  }

  /** Sends pending queries again, which have no side effects. Those beyond the rate run into their timeout. */
  onLoggerConnected(): void {
    const { clock, logger, sql } = this.#deps;
    const now = clock.now();
    this.#dropDisconnected();
    const requests = new Set(this.#select(`WHERE due > ?`, now).map(({ request }) => request));
    for (const request of requests) {
      if (!this.#pace.take(now)) return;
      const { frame, asked_at } = this.#newFrame(now);
      sql.exec(
        `UPDATE viewer_queries SET frame = ?, asked_at = ? WHERE request = ?`,
        frame,
        asked_at,
        request,
      );
      logger.send({ ...readQuery(request), id: frame });
    }
  }

  /**
   * Handles an answer or a refusal of the logger.
   * @returns whether it belongs to a query
   */
  handleAnswer(message: LoggerMessage): boolean {
    if (!("id" in message) || typeof message.id !== "string") return false;
    const rows = this.#select(`WHERE frame = ? ORDER BY id`, message.id);
    const [first] = rows;
    const outcome = first === undefined ? null : outcomeOf(readQuery(first.request), message);
    if (outcome === null) return false;
    const { lines, site } = this.#deps;
    this.#conclude(rows, omitMissingFrequencies(outcome, lines, site.values));
    return true;
  }

  /**
   * Drops the queries of a connection that ended.
   * @param viewer id of the connection
   */
  dropViewer(viewer: string): void {
    this.#pace.dropViewer(viewer);
    this.#deps.sql.exec(`DELETE FROM viewer_queries WHERE viewer = ?`, viewer);
    this.#setTimer();
  }

  /** Ends the queries that timed out. */
  endOverdue(): void {
    const overdue = this.#select(`WHERE due <= ? ORDER BY id`, this.#deps.clock.now());
    this.#conclude(overdue, { result: "response timeout" });
  }

  /** Drops the queries of viewers whose sockets an eviction closed without an event. */
  #dropDisconnected(): void {
    const viewers = new Set(this.#select(``).map(({ viewer }) => viewer));
    for (const viewer of viewers)
      if (this.#deps.viewers.findById(viewer) === undefined) this.dropViewer(viewer);
  }

  #countPending(viewer: string): number {
    return this.#deps.sql
      .exec<{ n: number }>(`SELECT COUNT(*) AS n FROM viewer_queries WHERE viewer = ?`, viewer)
      .one().n;
  }

  /** Finds an equal query in flight. */
  #findFrame(query: RelayedQuery, now: number): Frame | null {
    const rows = this.#deps.sql.exec<Frame>(
      `SELECT frame, asked_at FROM viewer_queries WHERE request = ? AND asked_at > ? LIMIT 1`,
      JSON.stringify(query),
      now - MAX_SHARED_AGE_MS,
    );
    return rows.toArray()[0] ?? null;
  }

  #newFrame(now: number): Frame {
    return { frame: this.#deps.newId(), asked_at: now };
  }

  #insert({ frame, asked_at }: Frame, viewer: string, tag: string, query: RelayedQuery): void {
    this.#deps.sql.exec(
      `INSERT INTO viewer_queries (frame, asked_at, viewer, tag, request, due) VALUES (?, ?, ?, ?, ?, ?)`,
      frame,
      asked_at,
      viewer,
      tag,
      JSON.stringify(query),
      this.#deps.clock.now() + QUERY_TIMEOUT_MS,
    );
    this.#setTimer();
  }

  #answerFromStored(viewer: string, tag: string, query: RelayedQuery): boolean {
    const outcome = outcomeFromStored(query, this.#deps.site.values);
    if (outcome === null) return false;
    this.#answer(viewer, tag, query.cmd, outcome);
    return true;
  }

  #conclude(rows: readonly Row[], outcome: QueryOutcome): void {
    for (const { id, viewer, tag, request } of rows) {
      this.#deps.sql.exec(`DELETE FROM viewer_queries WHERE id = ?`, id);
      this.#answer(viewer, tag, readQuery(request).cmd, outcome);
    }
    this.#setTimer();
  }

  #answer(viewer: string, tag: string, cmd: RelayedQuery["cmd"], outcome: QueryOutcome): void {
    const { secrets, site, viewers } = this.#deps;
    const connected = viewers.findById(viewer);
    if (connected === undefined) return;
    const { values } = outcome;
    const shown = values === undefined ? outcome : { ...outcome, values: secrets.hide(values) };
    viewers.answer(viewer, tag, cmd + 1, buildQueryAnswer(site, connected.visibility, cmd, shown));
  }

  #setTimer(): void {
    const { sql, timers } = this.#deps;
    const next = sql.exec<{ n: number | null }>(`SELECT MIN(due) AS n FROM viewer_queries`).one().n;
    if (next === null) timers.cancel(QUERIES_TIMER);
    else timers.set(QUERIES_TIMER, next);
  }

  #select(where: string, ...bindings: (string | number)[]): Row[] {
    return this.#deps.sql
      .exec<Row>(`SELECT id, viewer, tag, request FROM viewer_queries ${where}`, ...bindings)
      .toArray();
  }
}

function readQuery(request: string): RelayedQuery {
  return relayedQuery.parse(JSON.parse(request));
}
