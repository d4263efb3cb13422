import type { z } from "zod";
import { MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import type { Clock } from "./interfaces.ts";
import { logFailure } from "./log-failure.ts";

/** First delay after a failed attempt, ms; it doubles with each attempt. */
const BACKOFF_MS = 5 * SECOND_MS;
const MAX_BACKOFF_MS = 5 * MINUTE_MS;
/** A delivery in flight is retried after this many ms, in case an eviction interrupted it. */
const UNCERTAIN_MS = 3 * MINUTE_MS;

type Entry<Event> = { event: Event; putAt: number; attempts: number; due: number | null };
export type DeliveryRow = {
  kind: string;
  sequence: number;
  body: string;
  putAt: number;
  attempts: number;
  due: number | null;
};
/** Returns all events stored for delivery, by kind. */
export function readDeliveries(sql: SqlStorage): Map<string, DeliveryRow> {
  const query = `SELECT kind, sequence, body, put_at AS putAt, attempts, due FROM outbox`;
  const rows = sql.exec<DeliveryRow>(query).toArray();
  return new Map(rows.map((row) => [row.kind, row]));
}

/** `sequence` orders the events of a kind; it is 0 if the receiver does not order them. */
type DeliverableEvent = { kind: string; sequence?: number };

/**
 * Delivers the newest event of one kind at least once. Each kind has one row of the outbox: a newer event replaces one
 * that is not delivered yet.
 */
export class EventDelivery<Event extends DeliverableEvent> {
  readonly #sql: SqlStorage;
  readonly #clock: Pick<Clock, "now">;
  readonly #deliver: (event: Event) => Promise<unknown>;
  #entry: Entry<Event> | null = null;
  #underWay: Event | null = null;

  /**
   * Restores the newest event of a kind.
   * @param row the stored row of the kind, if there is one
   */
  constructor(
    { sql, clock }: { sql: SqlStorage; clock: Pick<Clock, "now"> },
    schema: z.ZodType<Event>,
    row: DeliveryRow | undefined,
    deliver: (event: Event) => Promise<unknown>,
  ) {
    this.#sql = sql;
    this.#clock = clock;
    this.#deliver = deliver;
    if (row === undefined) return;
    const { putAt, attempts, due } = row;
    const { data: event } = schema.safeParse(JSON.parse(row.body));
    if (event !== undefined) this.#entry = { event, putAt, attempts, due };
  }

  /** The newest event, delivered or not. */
  get newest(): Event | undefined {
    return this.#entry?.event;
  }

  /** Instant at which the newest event was stored, ms UTC; null if it is not delivered yet or there is none. */
  get deliveredAt(): number | null {
    return this.#entry?.due === null ? this.#entry.putAt : null;
  }

  /** Instant at which the newest event is due for delivery, ms UTC; null if it is delivered. */
  due(): number | null {
    if (this.#entry === null || this.#entry.due === null) return null;
    return this.#entry.due + (this.#underWay === this.#entry.event ? UNCERTAIN_MS : 0);
  }

  /** Stores an event for delivery. It is due at once; `flush` delivers it. */
  put(event: Event): void {
    const now = this.#clock.now();
    this.#keep({ event, putAt: now, attempts: 0, due: now });
  }

  /** Delivers the event if it is due. Never throws. */
  async flush(): Promise<void> {
    const entry = this.#entry;
    if (entry === null || entry.due === null || entry.due > this.#clock.now()) return;
    const { event, putAt, attempts } = entry;
    if (this.#underWay === event) return;
    this.#underWay = event;
    const delivered = await this.#attempt(event);
    if (this.#underWay === event) this.#underWay = null;
    // A newer event may have replaced it meanwhile.
    if (this.#entry?.event !== event) return;
    this.#keep(
      delivered
        ? { event, putAt, attempts, due: null }
        : { event, putAt, attempts: attempts + 1, due: this.#clock.now() + backoff(attempts) },
    );
  }

  async #attempt(event: Event): Promise<boolean> {
    try {
      await this.#deliver(event);
      return true;
    } catch (error) {
      logFailure(`site ${event.kind} not delivered`, error);
      return false;
    }
  }

  #keep(entry: Entry<Event>): void {
    const { event, putAt, attempts, due } = entry;
    this.#sql.exec(
      `INSERT OR REPLACE INTO outbox (kind, sequence, body, put_at, attempts, due)
        VALUES (?, ?, ?, ?, ?, ?)`,
      event.kind,
      event.sequence ?? 0,
      JSON.stringify(event),
      putAt,
      attempts,
      due,
    );
    this.#entry = entry;
  }
}

function backoff(attempts: number): number {
  return Math.min(MAX_BACKOFF_MS, BACKOFF_MS * 2 ** attempts);
}
