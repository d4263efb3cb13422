import { holdTime, MIN_BRIDGE_MS, type UsualAt } from "#domain/history/bridging.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { firstNotBefore } from "./first-not-before.ts";
import type { SumColumn } from "./rollup-codec.ts";

/** What a curve shows of each bucket, by its place among all of them; a count of 0 means that there is none. */
export type BucketSums = {
  readonly count: Float64Array;
  readonly sum: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  /** Instants of the first and the last sample, ms UTC. */
  readonly firstAt: Float64Array;
  readonly lastAt: Float64Array;
  /** Value × ms that samples held in the bucket, and for how long they did: the average over time is `area / held`. */
  readonly area: Float64Array;
  readonly held: Float64Array;
};

/** The rollups' own buckets that are left out. */
type Touched = { touched: ReadonlySet<number>; rollupMs: number };
export const NONE: ReadonlySet<number> = new Set();
const NOTHING_TOUCHED: Touched = { touched: NONE, rollupMs: 1 };

export class Summing implements BucketSums {
  readonly #edges: readonly number[];
  readonly #usualAt: UsualAt;
  /** Null where parts come in order of time, so that none has to wait for others. */
  readonly #waiting: Part[] | null;
  readonly count: Float64Array;
  readonly sum: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly firstAt: Float64Array;
  readonly lastAt: Float64Array;
  readonly area: Float64Array;
  readonly held: Float64Array;
  isEmpty = true;
  #place = 0;
  /** The newest part, whose last value holds until the next one. */
  #open: Part | null = null;
  /** The same of samples that are summed up already, of which only the last one is still needed. */
  #isSampleOpen = false;
  #openPlace = 0;
  #openAt = 0;
  #openValue = 0;

  constructor(edges: readonly number[], usualAt: UsualAt, areInOrder: boolean) {
    this.#edges = edges;
    this.#usualAt = usualAt;
    this.#waiting = areInOrder ? null : [];
    const figures = () => new Float64Array(Math.max(0, edges.length - 1));
    this.count = figures();
    this.sum = figures();
    this.min = figures();
    this.max = figures();
    this.firstAt = figures();
    this.lastAt = figures();
    this.area = figures();
    this.held = figures();
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
        if (place < 0 || place >= this.count.length) continue;
        this.#close(firstAt);
        this.#merge(place, count, sum, min, max, firstAt, lastAt);
        this.#addHeld(place, area, lastAt - firstAt);
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
        stepMs: 0,
        last,
        uneven: 0,
        lasts: null,
        index: 0,
      });
    }
  }

  /** Rollups, which each lie in one bucket. */
  addQuarters(
    { buckets, firstAt, lastAt, count, sum, min, max, uneven, lasts }: SumColumn,
    { touched, rollupMs }: Touched,
  ): void {
    const [from, until] = [this.#edges[0] ?? 0, this.#edges.at(-1) ?? 0];
    const end = firstNotBefore(buckets, Math.ceil(until / rollupMs));
    for (let index = firstNotBefore(buckets, Math.floor(from / rollupMs)); index < end; index++) {
      if (touched.size > 0 && touched.has(buckets[index] ?? 0)) continue;
      const [first, final, many] = [firstAt[index] ?? 0, lastAt[index] ?? 0, count[index] ?? 0];
      this.#take({
        place: this.#placeOf(first),
        count: many,
        sum: sum[index] ?? 0,
        min: min[index] ?? 0,
        max: max[index] ?? 0,
        firstAt: first,
        lastAt: final,
        area: null,
        stepMs: many > 1 ? (final - first) / (many - 1) : 0,
        last: 0,
        uneven: uneven.size === 0 ? 0 : (uneven.get(index) ?? 0),
        lasts,
        index,
      });
    }
  }

  /** Lets the newest value hold, once all are there. */
  finish(now: number): void {
    if (this.#waiting !== null)
      for (const part of this.#waiting.sort((one, other) => one.firstAt - other.firstAt))
        this.#follow(part);
    this.#close(now);
  }

  #take(part: Part): void {
    if (part.place < 0 || part.place >= this.count.length) return;
    if (this.#waiting === null) this.#follow(part);
    else this.#waiting.push(part);
  }

  #follow(part: Part): void {
    this.#close(part.firstAt);
    this.#open = part;
    const { place, count, sum, min, max, firstAt, lastAt } = part;
    this.#merge(place, count, sum, min, max, firstAt, lastAt);
  }

  #merge(
    place: number,
    count: number,
    sum: number,
    min: number,
    max: number,
    firstAt: number,
    lastAt: number,
  ): void {
    const held = this.count[place] ?? 0;
    if (held === 0) {
      this.isEmpty = false;
      this.min[place] = min;
      this.max[place] = max;
      this.firstAt[place] = firstAt;
    } else {
      if (min < (this.min[place] ?? min)) this.min[place] = min;
      if (max > (this.max[place] ?? max)) this.max[place] = max;
    }
    this.lastAt[place] = lastAt;
    this.count[place] = held + count;
    this.sum[place] = (this.sum[place] ?? 0) + sum;
  }

  /** What the newest part held by itself, and its last value until the next part. */
  #close(nextAt: number): void {
    if (this.#isSampleOpen) {
      this.#isSampleOpen = false;
      this.#hold(this.#openPlace, this.#openAt, this.#openValue, nextAt);
      return;
    }
    const part = this.#open;
    if (part === null) return;
    this.#open = null;
    const { place, firstAt, lastAt, stepMs, count, sum } = part;
    const isOneStep = part.area === null && part.uneven === 0 && nextAt - lastAt === stepMs;
    if (isOneStep && count > 1 && nextAt <= (this.#edges[place + 1] ?? 0)) {
      // Even intervals up to the next part: no single value has to be known.
      this.#addHeld(place, sum * stepMs, nextAt - firstAt);
      return;
    }
    const last = part.lasts === null ? part.last : (part.lasts()[part.index] ?? 0);
    const area = part.area ?? (count > 1 ? (sum - last) * stepMs + part.uneven / (count - 1) : 0);
    this.#addHeld(place, area, lastAt - firstAt);
    this.#hold(place, lastAt, last, nextAt);
  }

  #hold(place: number, from: number, value: number, nextAt: number): void {
    const step = nextAt - from;
    if (step <= 0) return;
    const edges = this.#edges;
    const end = step <= MIN_BRIDGE_MS ? nextAt : from + holdTime(this.#usualAt, from, step);
    if (end <= (edges[place + 1] ?? 0)) {
      this.#addHeld(place, value * (end - from), end - from);
      return;
    }
    for (let next = place; next < this.count.length; next++) {
      const start = Math.max(from, edges[next] ?? 0);
      if (start >= end) break;
      const ms = Math.min(end, edges[next + 1] ?? 0) - start;
      if (ms > 0) this.#addHeld(next, value * ms, ms);
    }
  }

  #addHeld(place: number, area: number, ms: number): void {
    this.area[place] = (this.area[place] ?? 0) + area;
    this.held[place] = (this.held[place] ?? 0) + ms;
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

/** Of samples that follow each other and are connected, all in one bucket. */
type Part = {
  place: number;
  count: number;
  sum: number;
  min: number;
  max: number;
  firstAt: number;
  lastAt: number;
  /** Value × ms from the first to the last sample; null where `sum`, `stepMs` and `uneven` tell it. */
  area: number | null;
  stepMs: number;
  last: number;
  uneven: number;
  /** Reads the last values of the column of which this is the part `index`; null where `last` is known. */
  lasts: (() => readonly number[]) | null;
  index: number;
};
