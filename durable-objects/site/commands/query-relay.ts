import type { LoggerMessage } from "#protocol/logger/messages.ts";
import { QUERY_TIMEOUT_MS } from "#protocol/viewer/limits.ts";
import type { Clock, CommandLine, LoggerLine, SiteState, Timers } from "../parts.ts";
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
/** Most queries of one viewer under way. */
const MAX_PENDING = 32;
/** A query that was asked no longer ago than this serves for the same one again. */
const SHARED_FOR_MS = 5_000;

type Row = { id: number; viewer: string; tag: string; request: string };
type Frame = { frame: string; asked_at: number };

/** Who asks. */
export type Asker = {
  /** Id of the connection. */
  id: string;
  /** He may ask as often as the logger can take. */
  fast: boolean;
};

type Needs = {
  sql: SqlStorage;
  clock: Clock;
  timers: Timers;
  site: Pick<SiteState, "values">;
  logger: LoggerLine;
  newId: () => string;
  /** @param viewer id of the connection */
  isThere: (viewer: string) => boolean;
  answer: (viewer: string, tag: string, cmd: RelayedQuery["cmd"], outcome: QueryOutcome) => void;
};

/**
 * Queries of viewers, on their way to the logger and back; kept in storage, so that an answer finds its asker. The same
 * query of several goes as one frame, and what would be too much for the logger is answered from what is known.
 */
export class QueryRelay implements CommandLine {
  readonly #needs: Needs;
  readonly #pace = new QueryPace();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** False where it is too much, for this viewer or for the logger. */
  ask(asker: Asker, tag: string, query: RelayedQuery): boolean {
    const { clock, logger } = this.#needs;
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

  /** Asks again what is still waited for; a query changes nothing. What is too much waits for its time to be over. */
  loggerConnected(): void {
    const { clock, logger, sql } = this.#needs;
    const now = clock.now();
    this.#dropUnheard();
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

  answered(message: LoggerMessage): boolean {
    if (!("id" in message) || typeof message.id !== "string") return false;
    const rows = this.#select(`WHERE frame = ? ORDER BY id`, message.id);
    const [first] = rows;
    const outcome = first === undefined ? null : outcomeOf(readQuery(first.request), message);
    if (outcome === null) return false;
    this.#conclude(rows, outcome);
    return true;
  }

  viewerGone(viewer: string): void {
    this.#pace.viewerGone(viewer);
    this.#needs.sql.exec(`DELETE FROM viewer_queries WHERE viewer = ?`, viewer);
    this.#setTimer();
  }

  /** The timer rang. */
  wake(): void {
    const overdue = this.#select(`WHERE due <= ? ORDER BY id`, this.#needs.clock.now());
    this.#conclude(overdue, { result: "response timeout" });
  }

  /** An eviction that closed the viewers' sockets told nobody. */
  #dropUnheard(): void {
    const viewers = new Set(this.#select(``).map(({ viewer }) => viewer));
    for (const viewer of viewers) if (!this.#needs.isThere(viewer)) this.viewerGone(viewer);
  }

  #countPending(viewer: string): number {
    return this.#needs.sql
      .exec<{ n: number }>(`SELECT COUNT(*) AS n FROM viewer_queries WHERE viewer = ?`, viewer)
      .one().n;
  }

  /** One that asks for the same and is under way. */
  #findFrame(query: RelayedQuery, now: number): Frame | null {
    const rows = this.#needs.sql.exec<Frame>(
      `SELECT frame, asked_at FROM viewer_queries WHERE request = ? AND asked_at > ? LIMIT 1`,
      JSON.stringify(query),
      now - SHARED_FOR_MS,
    );
    return rows.toArray()[0] ?? null;
  }

  #newFrame(now: number): Frame {
    return { frame: this.#needs.newId(), asked_at: now };
  }

  #insert({ frame, asked_at }: Frame, viewer: string, tag: string, query: RelayedQuery): void {
    this.#needs.sql.exec(
      `INSERT INTO viewer_queries (frame, asked_at, viewer, tag, request, due) VALUES (?, ?, ?, ?, ?, ?)`,
      frame,
      asked_at,
      viewer,
      tag,
      JSON.stringify(query),
      this.#needs.clock.now() + QUERY_TIMEOUT_MS,
    );
    this.#setTimer();
  }

  #answerFromStored(viewer: string, tag: string, query: RelayedQuery): boolean {
    const outcome = outcomeFromStored(query, this.#needs.site.values);
    if (outcome === null) return false;
    this.#needs.answer(viewer, tag, query.cmd, outcome);
    return true;
  }

  #conclude(rows: readonly Row[], outcome: QueryOutcome): void {
    for (const { id, viewer, tag, request } of rows) {
      this.#needs.sql.exec(`DELETE FROM viewer_queries WHERE id = ?`, id);
      this.#needs.answer(viewer, tag, readQuery(request).cmd, outcome);
    }
    this.#setTimer();
  }

  #setTimer(): void {
    const { sql, timers } = this.#needs;
    const next = sql.exec<{ n: number | null }>(`SELECT MIN(due) AS n FROM viewer_queries`).one().n;
    if (next === null) timers.cancel(QUERIES_TIMER);
    else timers.set(QUERIES_TIMER, next);
  }

  #select(where: string, ...bindings: (string | number)[]): Row[] {
    return this.#needs.sql
      .exec<Row>(`SELECT id, viewer, tag, request FROM viewer_queries ${where}`, ...bindings)
      .toArray();
  }
}

function readQuery(request: string): RelayedQuery {
  return relayedQuery.parse(JSON.parse(request));
}
