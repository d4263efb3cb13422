import { MINUTE_MS } from "#domain/units/durations.ts";
import { type SiteStatusEvent, siteStatusEvent } from "#protocol/site-rpc.ts";
import { EventDelivery, readDeliveries } from "./event-delivery.ts";
import type { Clock } from "./interfaces.ts";

/** A delivered event is not repeated before this many ms: it may still be in flight. */
const REPEAT_AFTER_MS = 10 * MINUTE_MS;

/** An event without a sequence number. */
export type NewEvent = Omit<SiteStatusEvent, "sequence">;

/** Delivers the site's status to the rest of the system at least once. Only the newest status matters. */
export class Outbox {
  readonly #clock: Clock;
  readonly #delivery: EventDelivery<SiteStatusEvent>;
  #sequence = 0;

  constructor(
    sql: SqlStorage,
    clock: Clock,
    deliver: (event: SiteStatusEvent) => Promise<unknown>,
    stored = readDeliveries(sql),
  ) {
    this.#clock = clock;
    this.#delivery = new EventDelivery(
      { sql, clock },
      siteStatusEvent,
      stored.get("status"),
      deliver,
    );
    // An earlier release also stored metrics in the outbox and numbered them in the same sequence.
    for (const { sequence } of stored.values()) this.#sequence = Math.max(this.#sequence, sequence);
  }

  /** The newest event, delivered or not. */
  get newest(): SiteStatusEvent | undefined {
    return this.#delivery.newest;
  }

  /**
   * Instant at which the newest event was last stored or repeated, ms UTC; null if it is not delivered yet or there is
   * none.
   */
  get deliveredAt(): number | null {
    return this.#delivery.deliveredAt;
  }

  /** Instant at which the newest event is due for delivery, ms UTC; null if it is delivered. */
  due(): number | null {
    return this.#delivery.due();
  }

  /** Stores an event for delivery. It is due at once; `flush` delivers it. */
  put(content: NewEvent): void {
    this.#sequence += 1;
    this.#delivery.put({ ...content, sequence: this.#sequence });
  }

  /** Delivers the newest event again, with the same number, because D1 does not hold it. */
  repeat(): void {
    const { newest, deliveredAt } = this.#delivery;
    if (newest === undefined || deliveredAt === null) return;
    if (this.#clock.now() >= deliveredAt + REPEAT_AFTER_MS) this.#delivery.put({ ...newest });
  }

  /**
   * Renumbers the newest event above a number that D1 holds and this object never issued, as after a restored backup.
   */
  overtake(sequence: number): void {
    const { newest } = this.#delivery;
    if (newest === undefined || sequence <= this.#sequence) return;
    this.#sequence = sequence;
    this.put(newest);
  }

  /** Delivers the newest event if it is due. Never throws. */
  async flush(): Promise<void> {
    await this.#delivery.flush();
  }
}
