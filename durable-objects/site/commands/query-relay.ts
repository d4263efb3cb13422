import { z } from "zod";
import type { DeviceResult } from "#domain/commands/command-record.ts";
import { registerAddress } from "#domain/registers/address.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import type { LoggerMessage } from "#protocol/logger/messages.ts";
import { QUERY_TIMEOUT_MS } from "#protocol/viewer/messages.ts";
import type { Clock, CommandLine, LoggerLine, Timers } from "../parts.ts";

/** Name of the relay's timer. */
export const QUERIES_TIMER = "queries";
/** Most queries of one viewer under way. */
const MAX_PENDING = 32;

const relayedQuery = z.discriminatedUnion("cmd", [
  z.object({ cmd: z.literal(COMMAND.realData) }),
  z.object({ cmd: z.literal(COMMAND.query), addresses: z.array(registerAddress) }),
  z.object({ cmd: z.literal(COMMAND.treeQuery) }),
]);
export type RelayedQuery = z.infer<typeof relayedQuery>;

/** What came of a query. */
export type QueryOutcome = {
  result: DeviceResult;
  /** ms UTC */
  at?: number | undefined;
  values?: Record<string, RegisterValue> | undefined;
  equipment?: readonly Equipment[] | undefined;
};

type Row = { id: string; viewer: string; tag: string; request: string };

type Needs = {
  sql: SqlStorage;
  clock: Clock;
  timers: Timers;
  logger: LoggerLine;
  newId: () => string;
  answer: (viewer: string, tag: string, cmd: RelayedQuery["cmd"], outcome: QueryOutcome) => void;
};

/** Queries of viewers, on their way to the logger and back; kept in storage, so that an answer finds its asker. */
export class QueryRelay implements CommandLine {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** False where the viewer has too many under way. @param viewer id of the connection */
  ask(viewer: string, tag: string, query: RelayedQuery): boolean {
    const { sql, clock, logger, newId } = this.#needs;
    const pending = sql
      .exec<{ n: number }>(`SELECT COUNT(*) AS n FROM viewer_queries WHERE viewer = ?`, viewer)
      .one().n;
    if (pending >= MAX_PENDING) return false;
    const id = newId();
    sql.exec(
      `INSERT INTO viewer_queries (id, viewer, tag, request, due) VALUES (?, ?, ?, ?, ?)`,
      id,
      viewer,
      tag,
      JSON.stringify(query),
      clock.now() + QUERY_TIMEOUT_MS,
    );
    if (logger.connected) logger.send({ ...query, id });
    this.#setTimer();
    return true;
  }

  /** Asks again what is still waited for; a query changes nothing. */
  loggerConnected(): void {
    const now = this.#needs.clock.now();
    for (const { id, request } of this.#select(`WHERE due > ?`, now))
      this.#needs.logger.send({ ...relayedQuery.parse(JSON.parse(request)), id });
  }

  answered(message: LoggerMessage): boolean {
    if (!("id" in message) || typeof message.id !== "string") return false;
    const [row] = this.#select(`WHERE id = ?`, message.id);
    if (row === undefined) return false;
    const outcome = outcomeOf(relayedQuery.parse(JSON.parse(row.request)), message);
    if (outcome === null) return false;
    this.#conclude(row, outcome);
    return true;
  }

  viewerGone(viewer: string): void {
    this.#needs.sql.exec(`DELETE FROM viewer_queries WHERE viewer = ?`, viewer);
    this.#setTimer();
  }

  /** The timer rang. */
  wake(): void {
    for (const row of this.#select(`WHERE due <= ?`, this.#needs.clock.now()))
      this.#conclude(row, { result: "response timeout" });
    this.#setTimer();
  }

  #conclude({ id, viewer, tag, request }: Row, outcome: QueryOutcome): void {
    this.#needs.sql.exec(`DELETE FROM viewer_queries WHERE id = ?`, id);
    this.#needs.answer(viewer, tag, relayedQuery.parse(JSON.parse(request)).cmd, outcome);
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

function outcomeOf(query: RelayedQuery, message: LoggerMessage): QueryOutcome | null {
  if (message.cmd === COMMAND.refusal) return { result: resultOf(message.status) };
  if (message.cmd !== query.cmd + 1) return null;
  if (message.cmd === COMMAND.treeQueryAnswer)
    return { result: "success", equipment: message.equipment };
  if (message.cmd !== COMMAND.queryAnswer && message.cmd !== COMMAND.realDataAnswer) return null;
  const result = resultOf(message.status);
  return result === "success"
    ? { result, at: message.at, values: message.values ?? {} }
    : { result };
}

function resultOf(status: number): DeviceResult {
  if (status === 200) return "success";
  if (status === 400) return "parameter error";
  return status === 408 ? "response timeout" : "configuration failed";
}
