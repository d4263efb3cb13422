import { z } from "zod";
import { HOUR_MS, SECOND_MS } from "#domain/units/durations.ts";
import type { Clock } from "../interfaces.ts";
import type { KeyValueStore } from "../key-value-store.ts";

const KEY = "alarmsLate";
/** Ranges are stored in whole hours, so that a backlog writes a row for each hour of it and not for each batch. */
const GRAIN_MS = HOUR_MS;
/** Ranges further apart than this are kept apart, up to a maximum number, ms. */
const JOINED_MS = 6 * HOUR_MS;
const MAX_RANGES = 8;
/** Evaluation begins after this long without a late sample, and this long after the first one, ms. */
const QUIET_MS = 5 * SECOND_MS;
const MAX_WAIT_MS = 30 * SECOND_MS;

/** A range of instants whose samples came late, ms UTC, both inclusive. */
const lateRange = z.object({ from: z.int(), to: z.int(), isBacklog: z.boolean() });
const lateRanges = z.array(lateRange);
export type LateRange = z.infer<typeof lateRange>;

/** The ranges of samples that came out of order or as backlog, and are still to be evaluated. */
export class LateSamples {
  readonly #kv: KeyValueStore;
  readonly #clock: Pick<Clock, "now">;
  #firstAt: number | null = null;
  #lastAt: number | null = null;

  constructor(kv: KeyValueStore, clock: Pick<Clock, "now">) {
    this.#kv = kv;
    this.#clock = clock;
  }

  get ranges(): readonly LateRange[] {
    return this.#kv.read(KEY, lateRanges) ?? [];
  }

  /** Instant at which the next evaluation is due, ms UTC; null if nothing is late. */
  get dueAt(): number | null {
    if (this.ranges.length === 0) return null;
    // After an eviction nothing is known about the last late sample.
    if (this.#firstAt === null || this.#lastAt === null) return this.#clock.now();
    return Math.min(this.#lastAt + QUIET_MS, this.#firstAt + MAX_WAIT_MS);
  }

  /** Adds a range. */
  add({ from, to, isBacklog }: LateRange): void {
    const now = this.#clock.now();
    this.#firstAt ??= now;
    this.#lastAt = now;
    const ranges = this.ranges;
    const isIn = (range: LateRange) =>
      range.from <= from && range.to >= to && (range.isBacklog || !isBacklog);
    if (ranges.some(isIn)) return;
    const rounded = {
      isBacklog,
      from: Math.floor(from / GRAIN_MS) * GRAIN_MS,
      to: Math.ceil((to + 1) / GRAIN_MS) * GRAIN_MS - 1,
    };
    this.#kv.write(KEY, join([...ranges, rounded]));
  }

  /** Records that the earliest range is evaluated up to an instant (exclusive); the rest of it remains. */
  done(range: LateRange, through: number): void {
    const rest = this.ranges.flatMap((one) => {
      if (one.from !== range.from) return [one];
      return through > one.to ? [] : [{ ...one, from: Math.max(one.from, through) }];
    });
    if (rest.length === 0) {
      this.#kv.delete(KEY);
      this.#firstAt = this.#lastAt = null;
    } else this.#kv.write(KEY, rest);
  }
}

/** Joins ranges that overlap or are close, and the closest ones of too many. */
function join(ranges: readonly LateRange[]): LateRange[] {
  const sorted = [...ranges].sort((one, other) => one.from - other.from);
  const joined: LateRange[] = [];
  for (const range of sorted) {
    const last = joined.at(-1);
    if (last !== undefined && range.from - last.to <= JOINED_MS)
      Object.assign(last, joinTwo(last, range));
    else joined.push({ ...range });
  }
  while (joined.length > MAX_RANGES) {
    const gaps = joined.slice(1).map(({ from }, index) => from - (joined[index]?.to ?? 0));
    const closest = gaps.indexOf(Math.min(...gaps));
    const [one, other] = joined.splice(closest, 2);
    if (one !== undefined && other !== undefined) joined.splice(closest, 0, joinTwo(one, other));
  }
  return joined;
}

function joinTwo(one: LateRange, other: LateRange): LateRange {
  return {
    from: one.from,
    to: Math.max(one.to, other.to),
    isBacklog: one.isBacklog || other.isBacklog,
  };
}
