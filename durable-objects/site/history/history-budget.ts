import type { HistoryReader } from "#protocol/history/history-call.ts";
import type { Clock } from "../interfaces.ts";

/** Processor time, ms: so much at once, and from then on so much of each second. */
type Rate = { burst: number; perSecond: number };
/** A share link is open to anyone: its sessions leave the object free for 98 % of the time, all together for 97 %. */
const SHARE: Rate = { burst: 300, perSecond: 20 };
const ALL_SHARES: Rate = { burst: 800, perSecond: 30 };
/** Users are known by name. */
const USER: Rate = { burst: 10_000, perSecond: 300 };
const MAX_READERS = 1_000;

type Bucket = { left: number; at: number };

/**
 * How much of the object's processor time readers of its history may take. A query is let in while something is left,
 * and pays what it cost afterwards. It is kept in memory: whoever reads all the time keeps the object awake.
 */
export class HistoryBudget {
  readonly #clock: Pick<Clock, "now">;
  readonly #buckets = new Map<string, Bucket>();

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  /** How long a reader has to wait before the next query, whole seconds; 0 where it may begin. */
  wait(reader: HistoryReader): number {
    const waits = bucketsOf(reader).map(({ name, rate }) => {
      const left = this.#leftIn(name, rate);
      return left > 0 ? 0 : Math.max(1, Math.ceil(-left / rate.perSecond));
    });
    return Math.max(...waits);
  }

  /** @param cost ms */
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
    return Math.min(burst, bucket.left + (passed * perSecond) / 1000);
  }
}

function bucketsOf({ kind, id }: HistoryReader): { name: string; rate: Rate }[] {
  if (kind === "user") return [{ name: `user ${id}`, rate: USER }];
  return [
    { name: `share ${id}`, rate: SHARE },
    { name: "shares", rate: ALL_SHARES },
  ];
}
