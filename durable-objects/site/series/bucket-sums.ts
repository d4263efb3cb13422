import type { RegisterValue } from "#domain/registers/register.ts";
import { firstNotBefore } from "./first-not-before.ts";
import type { SeriesLimits } from "./limits.ts";
import { bucketsOf, keptBetween, samplesOfBuckets } from "./quarter-reader.ts";
import { decodeSums } from "./rollup-codec.ts";
import type { SampleRows } from "./sample-rows.ts";
import type { SampleSet } from "./sample-set.ts";
import { decodeSegment } from "./segment.ts";

/** What a curve shows of each bucket, by its place among all of them; a count of 0 means that there is none. */
export type BucketSums = {
  readonly count: Float64Array;
  readonly sum: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  /** Instants of the first and the last sample, ms UTC. */
  readonly firstAt: Float64Array;
  readonly lastAt: Float64Array;
};
type Part = { [Figure in keyof BucketSums]: number };

/**
 * Sums of buckets from what is folded into blocks and what is not. Whatever is not folded yet may be there, too: of the
 * rollups' own buckets that it touches, everything is taken from samples.
 * @param edges ascending, ms UTC, multiples of `rollupMs`
 */
export function sumBuckets(
  rows: SampleRows,
  limits: Pick<SeriesLimits, "rollupMs">,
  fresh: SampleSet,
  wanted: ReadonlySet<number>,
  edges: readonly number[],
): Map<number, BucketSums> {
  const { rollupMs } = limits;
  const [from, until] = [edges[0] ?? 0, edges.at(-1) ?? 0];
  const touched = bucketsOf(fresh, rollupMs);
  const found = new Map<number, Summing>();
  const of = (id: number): Summing => {
    const held = found.get(id) ?? new Summing(edges);
    found.set(id, held);
    return held;
  };
  for (const { id, data } of keptBetween(rows, from, until)) {
    if (data === null) {
      const { times, columns } = decodeSegment(rows.block(id), wanted, until);
      for (const [register, column] of columns)
        of(register).addSamples(times, column, { touched, rollupMs });
    } else
      for (const [register, { buckets, part }] of decodeSums(data, rollupMs, wanted)) {
        const sums = of(register);
        for (const [index, bucket] of buckets.entries())
          if (!touched.has(bucket)) sums.add(bucket * rollupMs, part(index));
      }
  }
  if (touched.size > 0) {
    const all = samplesOfBuckets(rows, limits, touched, wanted);
    all.addSet(fresh, from, until);
    for (const [register, { at, values }] of all.channels()) of(register).addSamples(at, values);
  }
  return new Map([...found].filter(([, { isEmpty }]) => !isEmpty));
}

/** The rollups' own buckets that are left out. */
type Touched = { touched: ReadonlySet<number>; rollupMs: number };
const NOTHING_TOUCHED: Touched = { touched: new Set(), rollupMs: 1 };

class Summing implements BucketSums {
  readonly #edges: readonly number[];
  readonly count: Float64Array;
  readonly sum: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly firstAt: Float64Array;
  readonly lastAt: Float64Array;
  isEmpty = true;
  #place = 0;

  constructor(edges: readonly number[]) {
    this.#edges = edges;
    const figures = () => new Float64Array(Math.max(0, edges.length - 1));
    this.count = figures();
    this.sum = figures();
    this.min = figures();
    this.max = figures();
    this.firstAt = figures();
    this.lastAt = figures();
  }

  /** Numbers among samples whose instants ascend; a bucket is summed up before it is added, since they come by the ten thousand. */
  addSamples(
    times: readonly number[],
    values: readonly RegisterValue[],
    { touched, rollupMs } = NOTHING_TOUCHED,
  ): void {
    const end = firstNotBefore(times, this.#edges.at(-1) ?? 0);
    for (let index = firstNotBefore(times, this.#edges[0] ?? 0); index < end; ) {
      const begins = times[index] ?? 0;
      const until = this.#edges[this.#placeOf(begins) + 1] ?? 0;
      let count = 0;
      let sum = 0;
      let min = Number.POSITIVE_INFINITY;
      let max = Number.NEGATIVE_INFINITY;
      let firstAt = begins;
      let lastAt = begins;
      for (let at = begins; at < until && index < end; at = times[++index] ?? until) {
        const value = values[index];
        if (typeof value !== "number") continue;
        if (touched.size > 0 && touched.has(Math.floor(at / rollupMs))) continue;
        if (count === 0) firstAt = at;
        lastAt = at;
        count += 1;
        sum += value;
        if (value < min) min = value;
        if (value > max) max = value;
      }
      if (count > 0) this.add(begins, { count, sum, min, max, firstAt, lastAt });
    }
  }

  /** Something that was summed up already. @param at an instant of its bucket */
  add(at: number, { count, sum, min, max, firstAt, lastAt }: Part): void {
    const place = this.#placeOf(at);
    if (place < 0 || place >= this.count.length) return;
    if (this.count[place] === 0) this.#begin(place, firstAt, min);
    this.min[place] = Math.min(this.min[place] ?? min, min);
    this.max[place] = Math.max(this.max[place] ?? max, max);
    this.firstAt[place] = Math.min(this.firstAt[place] ?? firstAt, firstAt);
    this.lastAt[place] = Math.max(this.lastAt[place] ?? lastAt, lastAt);
    this.count[place] = (this.count[place] ?? 0) + count;
    this.sum[place] = (this.sum[place] ?? 0) + sum;
  }

  #begin(place: number, at: number, value: number): void {
    this.isEmpty = false;
    this.min[place] = value;
    this.max[place] = value;
    this.firstAt[place] = at;
    this.lastAt[place] = at;
  }

  /** Mostly that of the last one or the next; −1 before all of them. */
  #placeOf(at: number): number {
    const edges = this.#edges;
    const isIn = (place: number) =>
      at >= (edges[place] ?? Number.POSITIVE_INFINITY) &&
      at < (edges[place + 1] ?? Number.NEGATIVE_INFINITY);
    let place = this.#place;
    if (!isIn(place) && !isIn(++place)) place = firstNotBefore(edges, at + 1) - 1;
    this.#place = Math.max(0, place);
    return place;
  }
}
