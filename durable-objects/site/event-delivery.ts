import type { z } from "zod";
import { logFailure } from "./log-failure.ts";
import type { Clock } from "./parts.ts";

/** First wait after a failed attempt, in ms; it doubles with each. */
const BACKOFF_MS = 5_000;
const MAX_BACKOFF_MS = 5 * 60_000;
/** A delivery under way is taken up again after this, in ms, in case an eviction cut it short. */
const UNCERTAIN_MS = 3 * 60_000;

type Entry<Event> = { event: Event; putAt: number; attempts: number; due: number | null };
export type DeliveryRow = {
  kind: string;
  sequence: number;
  body: string;
  putAt: number;
  attempts: number;
  due: number | null;
};
/** All that is stored for delivery, by kind. */
export function readDeliveries(sql: SqlStorage): Map<string, DeliveryRow> {
  const query = `SELECT kind, sequence, body, put_at AS putAt, attempts, due FROM outbox`;
  const rows = sql.exec<DeliveryRow>(query).toArray();
  return new Map(rows.map((row) => [row.kind, row]));
}

/** The number by which a receiver orders events of a kind; 0 where it does not. */
type DeliverableEvent = { kind: string; sequence?: number };

/**
 * Delivers the newest event of one kind at least once. It has one row of the outbox: a newer event replaces one that is
 * not delivered yet.
 */
export class EventDelivery<Event extends DeliverableEvent> {
  readonly #sql: SqlStorage;
  readonly #clock: Pick<Clock, "now">;
  readonly #deliver: (event: Event) => Promise<unknown>;
  #entry: Entry<Event> | null = null;
  #underWay: Event | null = null;

  /** @param row what is stored of the kind */
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

  /** When it was put last, ms UTC; null where it has still to be delivered, or there is none. */
  get deliveredAt(): number | null {
    return this.#entry?.due === null ? this.#entry.putAt : null;
  }

  /** When it is to be delivered, ms UTC; null when it was. */
  due(): number | null {
    if (this.#entry === null || this.#entry.due === null) return null;
    return this.#entry.due + (this.#underWay === this.#entry.event ? UNCERTAIN_MS : 0);
  }

  /** Stores an event for delivery. It is due at once; `flush` delivers it. */
  put(event: Event): void {
    const now = this.#clock.now();
    this.#keep({ event, putAt: now, attempts: 0, due: now });
  }

  /** Delivers what is due. Never throws. */
  async flush(): Promise<void> {
    const entry = this.#entry;
    if (entry === null || entry.due === null || entry.due > this.#clock.now()) return;
    const { event, putAt, attempts } = entry;
    if (this.#underWay === event) return;
    this.#underWay = event;
    const delivered = await this.#attempt(event);
    if (this.#underWay === event) this.#underWay = null;
    // A newer one may have taken its place meanwhile.
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
