import { type SiteStatusEvent, siteStatusEvent } from "#protocol/site-rpc.ts";
import { EventDelivery, readDeliveries } from "./event-delivery.ts";
import type { Clock } from "./parts.ts";

/** What was told is not told again before, in ms: it may still be on its way. */
const REPEAT_AFTER_MS = 10 * 60_000;

/** An event that has no number yet. */
export type NewEvent = Omit<SiteStatusEvent, "sequence">;

/** What the rest of the system must hear, at least once: the site's status. Only the newest matters. */
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
    // Figures once had a row, too, and a share in the numbers.
    for (const { sequence } of stored.values()) this.#sequence = Math.max(this.#sequence, sequence);
  }

  /** The newest event, delivered or not. */
  get newest(): SiteStatusEvent | undefined {
    return this.#delivery.newest;
  }

  /** When it was put, or repeated, last, ms UTC; null where it has still to be delivered, or there is none. */
  get toldAt(): number | null {
    return this.#delivery.deliveredAt;
  }

  /** When it is to be delivered, ms UTC; null when it was. */
  due(): number | null {
    return this.#delivery.due();
  }

  /** Stores an event for delivery. It is due at once; `flush` delivers it. */
  put(content: NewEvent): void {
    this.#sequence += 1;
    this.#delivery.put({ ...content, sequence: this.#sequence });
  }

  /** Somebody does not know what was delivered, and hears it again. It keeps its number. */
  repeat(): void {
    const { newest, deliveredAt } = this.#delivery;
    if (newest === undefined || deliveredAt === null) return;
    if (this.#clock.now() >= deliveredAt + REPEAT_AFTER_MS) this.#delivery.put({ ...newest });
  }

  /** Somebody holds a greater number than any that was given: the newest gets one that he will take. */
  overtake(sequence: number): void {
    const { newest } = this.#delivery;
    if (newest === undefined || sequence <= this.#sequence) return;
    this.#sequence = sequence;
    this.put(newest);
  }

  /** Delivers what is due. Never throws. */
  async flush(): Promise<void> {
    await this.#delivery.flush();
  }
}
