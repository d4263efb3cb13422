import { MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import type { SiteAlarmEvent } from "#protocol/alarms.ts";
import type { Clock } from "../interfaces.ts";
import { logFailure } from "../log-failure.ts";

/** Maximum number of undelivered events; the oldest ones beyond are lost. */
const MAX_EVENTS = 5_000;
/** Maximum number of events in one delivery. */
const MAX_AT_ONCE = 100;
/** First delay after a failed attempt, ms; it doubles with each attempt. */
const BACKOFF_MS = 5 * SECOND_MS;
const MAX_BACKOFF_MS = 5 * MINUTE_MS;

/** Time after which sent events that were not confirmed are sent again with the next one, ms. */
const REPEAT_AFTER_MS = 10 * MINUTE_MS;

type NewEvent = Omit<SiteAlarmEvent, "sequence">;

/**
 * Delivers the states of alarms to the rest of the system in their order, each at least once. An event is kept until the
 * consumer of the queue has confirmed that it is in D1, so that a queue that loses messages loses no alarm: a restarted
 * object sends what was not confirmed again.
 */
export class AlarmOutbox {
  readonly #sql: SqlStorage;
  readonly #clock: Pick<Clock, "now">;
  readonly #deliver: (events: readonly SiteAlarmEvent[]) => Promise<void>;
  #due: number | null | undefined;
  /** Sequence of the newest event that this instance has sent, and when, ms UTC. */
  #sent = 0;
  #sentAt = 0;
  #attempts = 0;
  #isUnderWay = false;

  constructor(
    sql: SqlStorage,
    clock: Pick<Clock, "now">,
    deliver: (events: readonly SiteAlarmEvent[]) => Promise<void>,
  ) {
    this.#sql = sql;
    this.#clock = clock;
    this.#deliver = deliver;
  }

  /** Instant at which events are due for delivery, ms UTC; null if there are none, or some are being delivered. */
  get dueAt(): number | null {
    if (this.#due === undefined) {
      const stored = this.#sql.exec(`SELECT sequence FROM alarm_outbox LIMIT 1`).toArray();
      this.#due = stored.length === 0 ? null : this.#clock.now();
    }
    return this.#isUnderWay ? null : this.#due;
  }

  /** Stores an event for delivery. It is due at once; `flush` delivers it. */
  put(event: NewEvent): void {
    const { sequence } = this.#sql
      .exec<{ sequence: number }>(
        `INSERT INTO alarm_outbox (body) VALUES (?) RETURNING sequence`,
        JSON.stringify(event),
      )
      .one();
    this.#sql.exec(`DELETE FROM alarm_outbox WHERE sequence <= ?`, sequence - MAX_EVENTS);
    if (this.#clock.now() >= this.#sentAt + REPEAT_AFTER_MS) this.#sent = 0;
    this.#due ??= this.#clock.now();
  }

  /** Removes events that the consumer of the queue has written. */
  confirm(sequences: readonly number[]): void {
    this.#sql.exec(
      `DELETE FROM alarm_outbox WHERE sequence IN (SELECT value FROM json_each(?))`,
      JSON.stringify(sequences),
    );
  }

  /** Delivers the oldest events if they are due. Never throws. */
  async flush(): Promise<void> {
    const due = this.dueAt;
    if (due === null || due > this.#clock.now()) return;
    const events = this.#read();
    const last = events.at(-1);
    if (last === undefined) {
      this.#due = null;
      return;
    }
    this.#isUnderWay = true;
    const isDelivered = await this.#attempt(events);
    this.#isUnderWay = false;
    if (!isDelivered) {
      this.#due = this.#clock.now() + Math.min(MAX_BACKOFF_MS, BACKOFF_MS * 2 ** this.#attempts);
      this.#attempts += 1;
      return;
    }
    this.#attempts = 0;
    [this.#sent, this.#sentAt] = [last.sequence, this.#clock.now()];
    this.#due = this.#read(1).length === 0 ? null : this.#clock.now();
  }

  async #attempt(events: readonly SiteAlarmEvent[]): Promise<boolean> {
    try {
      await this.#deliver(events);
      return true;
    } catch (error) {
      logFailure("site alarms not delivered", error);
      return false;
    }
  }

  #read(max = MAX_AT_ONCE): SiteAlarmEvent[] {
    return this.#sql
      .exec<{ sequence: number; body: string }>(
        `SELECT sequence, body FROM alarm_outbox WHERE sequence > ? ORDER BY sequence LIMIT ?`,
        this.#sent,
        max,
      )
      .toArray()
      .map(({ sequence, body }) => ({ ...(JSON.parse(body) as NewEvent), sequence }));
  }
}
