import { holdTime, MIN_BRIDGE_MS, type UsualAt } from "#domain/history/bridging.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { BucketColumns } from "./bucket-columns.ts";
import { firstNotBefore } from "./first-not-before.ts";
import type { SumColumn } from "./rollup-codec.ts";

/** Buckets of rollups that are left out. */
type Touched = { touched: ReadonlySet<number>; rollupMs: number };
export const NONE: ReadonlySet<number> = new Set();
const NOTHING_TOUCHED: Touched = { touched: NONE, rollupMs: 1 };

/** Sums samples and rollups of one register into buckets. */
export class Summing {
  readonly #edges: readonly number[];
  readonly #usualAt: UsualAt;
  /** Parts that wait to be sorted by time; null if parts are added in order. */
  readonly #waiting: Part[] | null;
  readonly sums: BucketColumns;
  #place = 0;
  /** The newest part, whose last value holds until the next one. */
  #open: Part | null = null;
  /** Whether the newest part consists of samples that are summed already; only its last sample is still needed. */
  #isSampleOpen = false;
  #openPlace = 0;
  #openAt = 0;
  #openValue = 0;

  constructor(edges: readonly number[], usualAt: UsualAt, areInOrder: boolean) {
    this.#edges = edges;
    this.#usualAt = usualAt;
    this.#waiting = areInOrder ? null : [];
    this.sums = new BucketColumns(edges.length - 1);
  }

  /**
   * Adds the numbers of ascending samples. A bucket is summed before it is added, since samples come by the ten
   * thousand.
   */
  addSamples(
    times: readonly number[],
    values: readonly RegisterValue[],
    { touched, rollupMs } = NOTHING_TOUCHED,
  ): void {
    const end = firstNotBefore(times, this.#edges.at(-1) ?? 0);
    for (let index = firstNotBefore(times, this.#edges[0] ?? 0); index < end; ) {
      const begins = times[index] ?? 0;
      const place = this.#placeOf(begins);
      const until = this.#edges[place + 1] ?? 0;
      let count = 0;
      let sum = 0;
      let min = Number.POSITIVE_INFINITY;
      let max = Number.NEGATIVE_INFINITY;
      let firstAt = begins;
      let lastAt = begins;
      let last = 0;
      let area = 0;
      for (let at = begins; at < until && index < end; at = times[++index] ?? until) {
        const value = values[index];
        if (typeof value !== "number") continue;
        if (touched.size > 0 && touched.has(Math.floor(at / rollupMs))) {
          if (count > 0) break;
          continue;
        }
        if (count === 0) firstAt = at;
        else {
          const step = at - lastAt;
          if (step > MIN_BRIDGE_MS) break;
          area += last * step;
        }
        last = value;
        lastAt = at;
        count += 1;
        sum += value;
        if (value < min) min = value;
        if (value > max) max = value;
      }
      if (count === 0) continue;
      if (this.#waiting === null) {
        if (place < 0 || place >= this.sums.count.length) continue;
        this.#close(firstAt);
        this.sums.add(place, count, sum, min, max, firstAt, lastAt);
        const nextAt = index < end ? (times[index] ?? until) : Number.POSITIVE_INFINITY;
        const isNextKnown = nextAt <= until && typeof values[index] === "number";
        if (isNextKnown && nextAt - lastAt <= MIN_BRIDGE_MS) {
          this.sums.addHeld(place, area + last * (nextAt - lastAt), nextAt - firstAt);
          continue;
        }
        this.sums.addHeld(place, area, lastAt - firstAt);
        this.#isSampleOpen = true;
        this.#openPlace = place;
        this.#openAt = lastAt;
        this.#openValue = last;
        continue;
      }
      this.#take({
        place,
        count,
        sum,
        min,
        max,
        firstAt,
        lastAt,
        area,
        last,
        column: null,
        index: 0,
      });
    }
  }

  /** Adds rollups. Each must lie in one bucket. */
  addQuarters(column: SumColumn, { touched, rollupMs }: Touched): void {
    const { buckets, firstAt, lastAt, count, sum, min, max } = column;
    const [from, until] = [this.#edges[0] ?? 0, this.#edges.at(-1) ?? 0];
    const end = firstNotBefore(buckets, Math.ceil(until / rollupMs));
    for (let index = firstNotBefore(buckets, Math.floor(from / rollupMs)); index < end; index++) {
      if (touched.size > 0 && touched.has(buckets[index] ?? 0)) continue;
      const first = firstAt[index] ?? 0;
      const place = this.#placeOf(first);
      if (place < 0 || place >= this.sums.count.length) continue;
      if (this.#waiting !== null) {
        this.#waiting.push(partOf(column, index, place));
        continue;
      }
      this.#close(first);
      this.sums.add(
        place,
        count[index] ?? 0,
        sum[index] ?? 0,
        min[index] ?? 0,
        max[index] ?? 0,
        first,
        lastAt[index] ?? 0,
      );
      // The next rollup of the same column is known already, so that no part has to be kept for it.
      if (index + 1 < end) this.#closeQuarter(column, index, place, firstAt[index + 1] ?? 0);
      else this.#open = partOf(column, index, place);
    }
  }

  /** Call it after everything was added: the newest value holds until `now`, ms UTC. */
  finish(now: number): void {
    if (this.#waiting !== null)
      for (const part of this.#waiting.sort((one, other) => one.firstAt - other.firstAt))
        this.#follow(part);
    this.#close(now);
  }

  #take(part: Part): void {
    if (part.place < 0 || part.place >= this.sums.count.length) return;
    if (this.#waiting === null) this.#follow(part);
    else this.#waiting.push(part);
  }

  #follow(part: Part): void {
    this.#close(part.firstAt);
    this.#open = part;
    const { place, count, sum, min, max, firstAt, lastAt } = part;
    this.sums.add(place, count, sum, min, max, firstAt, lastAt);
  }

  /** Adds the area of the newest part, including its last value until the next part. */
  #close(nextAt: number): void {
    if (this.#isSampleOpen) {
      this.#isSampleOpen = false;
      this.#hold(this.#openPlace, this.#openAt, this.#openValue, nextAt);
      return;
    }
    const part = this.#open;
    if (part === null) return;
    this.#open = null;
    if (part.column !== null) {
      this.#closeQuarter(part.column, part.index, part.place, nextAt);
      return;
    }
    this.sums.addHeld(part.place, part.area, part.lastAt - part.firstAt);
    this.#hold(part.place, part.lastAt, part.last, nextAt);
  }

  /** Adds the area of a rollup. Its last value is decoded only if samples are not evenly spaced up to the next part. */
  #closeQuarter(column: SumColumn, index: number, place: number, nextAt: number): void {
    const firstAt = column.firstAt[index] ?? 0;
    const lastAt = column.lastAt[index] ?? 0;
    const count = column.count[index] ?? 0;
    const sum = column.sum[index] ?? 0;
    const uneven = column.uneven.size === 0 ? 0 : (column.uneven.get(index) ?? 0);
    const stepMs = count > 1 ? (lastAt - firstAt) / (count - 1) : 0;
    const isEven = count > 1 && uneven === 0 && nextAt - lastAt === stepMs;
    if (isEven && nextAt <= (this.#edges[place + 1] ?? 0)) {
      this.sums.addHeld(place, sum * stepMs, nextAt - firstAt);
      return;
    }
    const last = column.lasts()[index] ?? 0;
    const area = count > 1 ? (sum - last) * stepMs + uneven / (count - 1) : 0;
    this.sums.addHeld(place, area, lastAt - firstAt);
    this.#hold(place, lastAt, last, nextAt);
  }

  #hold(place: number, from: number, value: number, nextAt: number): void {
    const edges = this.#edges;
    // Time beyond the last edge is not counted, and a shorter step needs no median interval, which is read from rows.
    const step = Math.min(nextAt, edges.at(-1) ?? 0) - from;
    if (step <= 0) return;
    const end = from + holdTime(this.#usualAt, from, step);
    if (end <= (edges[place + 1] ?? 0)) {
      this.sums.addHeld(place, value * (end - from), end - from);
      return;
    }
    for (let next = place; next < this.sums.count.length; next++) {
      const start = Math.max(from, edges[next] ?? 0);
      if (start >= end) break;
      const ms = Math.min(end, edges[next + 1] ?? 0) - start;
      if (ms > 0) this.sums.addHeld(next, value * ms, ms);
    }
  }

  /** Finds the bucket of an instant, mostly the last one or the next; −1 before all of them. */
  #placeOf(at: number): number {
    const edges = this.#edges;
    let place = this.#place;
    if (!this.#isIn(place, at) && !this.#isIn(++place, at))
      place = firstNotBefore(edges, at + 1) - 1;
    this.#place = Math.max(0, place);
    return place;
  }

  #isIn(place: number, at: number): boolean {
    const edges = this.#edges;
    return (
      at >= (edges[place] ?? Number.POSITIVE_INFINITY) &&
      at < (edges[place + 1] ?? Number.NEGATIVE_INFINITY)
    );
  }
}

/** Consecutive connected samples in one bucket. */
type Part = {
  place: number;
  count: number;
  sum: number;
  min: number;
  max: number;
  firstAt: number;
  lastAt: number;
  /** Value × ms from the first to the last sample, and the last value; 0 if they are read from `column`. */
  area: number;
  last: number;
  /** The column whose rollup at `index` is this part; null for a part of samples. */
  column: SumColumn | null;
  index: number;
};

function partOf(column: SumColumn, index: number, place: number): Part {
  return {
    place,
    count: column.count[index] ?? 0,
    sum: column.sum[index] ?? 0,
    min: column.min[index] ?? 0,
    max: column.max[index] ?? 0,
    firstAt: column.firstAt[index] ?? 0,
    lastAt: column.lastAt[index] ?? 0,
    area: 0,
    last: 0,
    column,
    index,
  };
}
