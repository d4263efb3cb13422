import { SECOND_MS } from "#domain/units/durations.ts";
import type { HistoryReader } from "#protocol/history/history-call.ts";
import type { Clock } from "../interfaces.ts";

/** Processor time, ms: the burst, and the time that each second adds. */
type Rate = { burst: number; perSecond: number };
/**
 * Rates of one share link and of all: anyone may have one, so they leave the object free for 98 % and 97 % of the time.
 */
const SHARE: Rate = { burst: 300, perSecond: 20 };
const ALL_SHARES: Rate = { burst: 800, perSecond: 30 };
/** Rate of a user, who has signed in. */
const USER: Rate = { burst: 10_000, perSecond: 300 };
const MAX_READERS = 1_000;

type Bucket = { left: number; at: number };

/**
 * Limits the object's processor time for readers of its history. A query is admitted while something is left, and its
 * cost is charged afterwards. The budgets are in memory: a constant reader keeps the object awake.
 */
export class HistoryBudget {
  readonly #clock: Pick<Clock, "now">;
  readonly #buckets = new Map<string, Bucket>();

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  /** Returns how many whole seconds a reader must wait before the next query; 0 if it may start. */
  wait(reader: HistoryReader): number {
    const waits = bucketsOf(reader).map(({ name, rate }) => {
      const left = this.#leftIn(name, rate);
      return left > 0 ? 0 : Math.max(1, Math.ceil(-left / rate.perSecond));
    });
    return Math.max(...waits);
  }

  /**
   * Charges the cost of a query.
   * @param cost ms
   */
  pay(reader: HistoryReader, cost: number): void {
    const now = this.#clock.now();
    for (const { name, rate } of bucketsOf(reader)) {
      const left = this.#leftIn(name, rate) - cost;
      this.#buckets.delete(name);
      this.#buckets.set(name, { left, at: now });
    }
    for (const name of this.#buckets.keys()) {
      if (this.#buckets.size <= MAX_READERS) break;
      this.#buckets.delete(name);
    }
  }

  #leftIn(name: string, { burst, perSecond }: Rate): number {
    const bucket = this.#buckets.get(name);
    if (bucket === undefined) return burst;
    const passed = Math.max(0, this.#clock.now() - bucket.at);
    return Math.min(burst, bucket.left + (passed * perSecond) / SECOND_MS);
  }
}

function bucketsOf({ kind, id }: HistoryReader): { name: string; rate: Rate }[] {
  if (kind === "user") return [{ name: `user ${id}`, rate: USER }];
  return [
    { name: `share ${id}`, rate: SHARE },
    { name: "shares", rate: ALL_SHARES },
  ];
}
