import { MAX_BRIDGE_MS, type UsualAt } from "#domain/history/bridging.ts";
import { joinQuarters, type Quarter, type Rollup, rollUpQuarter } from "#domain/history/rollup.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { BucketSums } from "./bucket-columns.ts";
import { sumBuckets } from "./bucket-sums.ts";
import type { DayColumns, DayRollups, Days } from "./day-rollups.ts";
import type { DeadLines } from "./dead-lines.ts";
import { firstNotBefore } from "./first-not-before.ts";
import type { SeriesLimits } from "./limits.ts";
import { allRollups, type QuarterColumns } from "./quarter-reader.ts";
import { numbersOf } from "./roll-up-columns.ts";
import type { DayColumn, DayRollup, QuarterColumn } from "./rollup-codec.ts";
import type { SampleRows } from "./sample-rows.ts";
import { type Channel, SampleSet } from "./sample-set.ts";
import { decodeSegment } from "./segment.ts";
import type { WriteBuffer } from "./write-buffer.ts";

type Ids = ReadonlySet<number>;
type Limits = Pick<SeriesLimits, "rollupMs" | "rollupsAtOnce">;
const NONE: Ids = new Set();
const NO_SAMPLES: Channel = { at: [], values: [] };

/** Reads samples and rollups from blocks, chunks and the write buffer. */
export class HistoryReader {
  readonly #rows: SampleRows;
  readonly #limits: Limits;
  readonly #lines: DeadLines;
  readonly #days: DayRollups;
  readonly #buffer: () => WriteBuffer;

  constructor(
    rows: SampleRows,
    limits: Limits,
    lines: DeadLines,
    days: DayRollups,
    buffer: () => WriteBuffer,
  ) {
    this.#rows = rows;
    this.#limits = limits;
    this.#lines = lines;
    this.#days = days;
    this.#buffer = buffer;
  }

  /** Returns samples from `from` to before `until`; expired samples are returned only for lifetime counters. */
  samples(ids: Ids, from: number, until: number): ReadonlyMap<number, Channel> {
    return this.samplesUpTo(Number.POSITIVE_INFINITY, ids, from, until) ?? new Map();
  }

  /** Returns samples as `samples` does, also frequencies of lines without voltage. */
  samplesSent(ids: Ids, from: number, until: number): ReadonlyMap<number, Channel> {
    return this.#gather(Number.POSITIVE_INFINITY, ids, from, until)?.channels() ?? new Map();
  }

  /** Returns samples if there are at most `most`, else null, without reading them all. */
  samplesUpTo(
    most: number,
    ids: Ids,
    from: number,
    until: number,
  ): ReadonlyMap<number, Channel> | null {
    const set = this.#gather(most, this.#lines.withVoltages(ids), from, until);
    return set && this.#lines.ofChannels(set.channels(), ids);
  }

  /** Reads at most `most` samples; null if there are more. */
  #gather(most: number, ids: Ids, from: number, until: number): SampleSet | null {
    const set = new SampleSet();
    for (const data of this.#rows.expired.keptBetween(from, until)) {
      set.add(decodeSegment(data, ids), from, until);
      if (set.size > most) return null;
    }
    for (const { data } of this.#rows.blocksBetween(from, until)) {
      set.add(decodeSegment(data, ids, until), from, until);
      if (set.size > most) return null;
    }
    this.#addFresh(set, ids, from, until);
    // Duplicates count once after sorting.
    set.channels();
    return set.size > most ? null : set;
  }

  /** The oldest instant that is not compacted into a block yet. */
  get oldestFresh(): number {
    let oldest = this.#rows.oldestOfChunks() ?? Number.POSITIVE_INFINITY;
    for (const { segment } of this.#buffer().read(NONE))
      oldest = Math.min(oldest, segment.times[0] ?? oldest);
    return oldest;
  }

  /**
   * Returns rollups between each two edges. A quarter of an hour with an edge inside it is computed from its samples;
   * if these have expired, the whole quarter counts in the bucket of its first sample.
   * @param edges of the buckets, ascending, ms UTC
   */
  buckets(ids: Ids, edges: readonly number[]): Map<number, (Rollup | null)[]> {
    const found = new Map<number, (Rollup | null)[]>();
    for (let first = 0; first + 1 < edges.length; ) {
      const last = this.#endOfRange(ids, edges, first);
      const columns = this.#partsBetween(ids, edges.slice(first, last + 1));
      for (const [id, column] of columns) {
        const joined = found.get(id) ?? new Array<Rollup | null>(edges.length - 1).fill(null);
        found.set(id, joined);
        this.#joinInto(joined, column, edges, [first, last], this.usualAt(id));
      }
      first = last;
    }
    return found;
  }

  /**
   * Returns quarters from the first edge to before the last. A quarter with an edge inside it is cut there; the number
   * of each part is that of its quarter plus the fraction at which the part begins.
   */
  #partsBetween(ids: Ids, edges: readonly number[]): QuarterColumns {
    const { rollupMs } = this.#limits;
    const [first, last] = [(edges[0] ?? 0) / rollupMs, (edges.at(-1) ?? 0) / rollupMs];
    const columns = this.#quarters(ids, Math.floor(first) * rollupMs, Math.ceil(last) * rollupMs);
    const cuts = new Map<number, number[]>();
    for (const edge of edges) {
      const quarter = Math.floor(edge / rollupMs);
      if (edge === quarter * rollupMs) continue;
      cuts.set(quarter, [...(cuts.get(quarter) ?? [quarter * rollupMs]), edge]);
    }
    for (const [quarter, starts] of cuts) {
      const samples = this.samples(ids, quarter * rollupMs, (quarter + 1) * rollupMs);
      for (const [id, column] of columns) {
        const { at, values } = samples.get(id) ?? NO_SAMPLES;
        const parts = rollUpParts(at, values, starts, rollupMs);
        columns.set(id, replaceQuarter(column, quarter, parts, starts, rollupMs));
      }
    }
    if (cuts.size === 0) return columns;
    for (const [id, column] of columns) columns.set(id, cutColumn(column, first, last));
    return columns;
  }

  /** Returns the index of the last edge up to which rollups fit in memory together, at least one bucket further. */
  #endOfRange(ids: Ids, edges: readonly number[], first: number): number {
    const { rollupMs, rollupsAtOnce } = this.#limits;
    const until = (edges[first] ?? 0) + (rollupsAtOnce / Math.max(1, ids.size)) * rollupMs;
    return Math.max(first + 1, firstNotBefore(edges, until + 1) - 1);
  }

  #joinInto(
    joined: (Rollup | null)[],
    { buckets, rollups }: QuarterColumn,
    edges: readonly number[],
    [first, last]: readonly [number, number],
    usualAt: UsualAt,
  ): void {
    let start = 0;
    for (let index = first; index < last; index++) {
      const end = (edges[index + 1] ?? 0) / this.#limits.rollupMs;
      let next = start;
      while (next < buckets.length && (buckets[next] ?? 0) < end) next++;
      joined[index] = joinQuarters(rollups, usualAt, start, next);
      start = next;
    }
  }

  /**
   * Returns the sums of buckets that a curve shows, which is much less work than their rollups. A value from before the
   * first bucket that holds on into it counts, too.
   * @param now until when the newest sample holds at most, ms UTC
   */
  sums(ids: Ids, edges: readonly number[], now: number): Map<number, BucketSums> {
    const [first, until] = [edges[0], edges.at(-1)];
    if (first === undefined || until === undefined) return new Map();
    const { rollupMs } = this.#limits;
    const from = Math.floor((first - MAX_BRIDGE_MS) / rollupMs) * rollupMs;
    const sources = { rows: this.#rows, limits: this.#limits, lines: this.#lines };
    const fresh = new SampleSet();
    this.#addFresh(fresh, this.#lines.withVoltages(ids), from, until);
    const usualAt = (id: number) => this.usualAt(id);
    const found = sumBuckets({ ...sources, fresh }, ids, [from, ...edges], usualAt, now);
    return new Map([...found].map(([id, sums]) => [id, sums.withoutFirst()]));
  }

  /** Returns the median interval of a register by instant, for the local day of the instant, read on first use. */
  usualAt(id: number): UsualAt {
    const ids = new Set([id]);
    const known = new Map<number, number>();
    let own = { from: 0, until: 0, usual: 0 };
    return (at) => {
      if (at >= own.from && at < own.until) return own.usual;
      const day = this.#days.dayOf(at);
      let usual = known.get(day);
      if (usual === undefined) {
        usual = this.days(ids, { first: day, end: day + 1 }).get(id)?.[0]?.usual ?? 0;
        known.set(day, usual);
      }
      own = { ...this.#days.spanOf({ first: day, end: day + 1 }), usual };
      return usual;
    };
  }

  /** Returns rollups of local days in the store's time zone. */
  days(ids: Ids, days: Days): Map<number, (DayRollup | null)[]> {
    const { from, until } = this.#days.spanOf(days);
    const fresh = new SampleSet();
    this.#addFresh(fresh, this.#lines.withVoltages(ids), from, until);
    const stale = this.#days.daysOf(fresh.instants());
    const { columns, missing } = this.#days.read(ids, days, stale);
    for (const some of missing.flatMap((own) => this.#days.cutDays(own, ids.size))) {
      const span = this.#days.spanOf(some);
      const quarters = this.#quarters(ids, span.from, span.until, fresh);
      for (const [id, column] of this.#days.joinDays(some, quarters))
        columns.set(id, both(columns.get(id), column));
    }
    return inPlaces(columns, days);
  }

  #quarters(ids: Ids, from: number, until: number, known?: SampleSet): QuarterColumns {
    const fresh = new SampleSet();
    if (known === undefined) this.#addFresh(fresh, this.#lines.withVoltages(ids), from, until);
    else fresh.addSet(known, from, until);
    return allRollups(this.#rows, this.#limits, this.#lines, fresh, ids, from, until);
  }

  #addFresh(set: SampleSet, ids: Ids, from: number, until: number): void {
    for (const { data } of this.#rows.chunksBetween(from, until))
      set.add(decodeSegment(data, ids, until), from, until);
    for (const { segment } of this.#buffer().read(ids, from, until)) set.add(segment, from, until);
  }
}

/**
 * Rolls up the parts of one quarter.
 * @param starts where each part begins, ascending, ms UTC
 */
function rollUpParts(
  times: readonly number[],
  column: readonly RegisterValue[],
  starts: readonly number[],
  rollupMs: number,
): QuarterColumn {
  const { at, values } = numbersOf(times, column);
  const found: { buckets: number[]; rollups: Quarter[] } = { buckets: [], rollups: [] };
  for (const [place, start] of starts.entries()) {
    const end = firstNotBefore(at, starts[place + 1] ?? Number.POSITIVE_INFINITY);
    const part = rollUpQuarter(at, values, firstNotBefore(at, start), end);
    if (part === null) continue;
    found.buckets.push(start / rollupMs);
    found.rollups.push(part);
  }
  return found;
}

/** Replaces a quarter by its parts. A quarter whose samples have expired begins where its first part does. */
function replaceQuarter(
  { buckets, rollups }: QuarterColumn,
  quarter: number,
  parts: QuarterColumn,
  starts: readonly number[],
  rollupMs: number,
): QuarterColumn {
  const place = firstNotBefore(buckets, quarter);
  const whole = buckets[place] === quarter ? rollups[place] : undefined;
  if (whole === undefined) return { buckets, rollups };
  const start = starts.findLast((one) => one <= whole.firstAt) ?? 0;
  const { buckets: numbers, rollups: own } =
    parts.buckets.length > 0 ? parts : { buckets: [start / rollupMs], rollups: [whole] };
  return {
    buckets: [...buckets.slice(0, place), ...numbers, ...buckets.slice(place + 1)],
    rollups: [...rollups.slice(0, place), ...own, ...rollups.slice(place + 1)],
  };
}

function cutColumn({ buckets, rollups }: QuarterColumn, first: number, last: number) {
  const start = firstNotBefore(buckets, first);
  const end = firstNotBefore(buckets, last);
  return { buckets: buckets.slice(start, end), rollups: rollups.slice(start, end) };
}

function both(held: DayColumn | undefined, { buckets, rollups }: DayColumn): DayColumn {
  return {
    buckets: [...(held?.buckets ?? []), ...buckets],
    rollups: [...(held?.rollups ?? []), ...rollups],
  };
}

function inPlaces(columns: DayColumns, { first, end }: Days): Map<number, (DayRollup | null)[]> {
  const found = new Map<number, (DayRollup | null)[]>();
  for (const [id, { buckets, rollups }] of columns) {
    const places = new Array<DayRollup | null>(end - first).fill(null);
    for (const [index, day] of buckets.entries()) places[day - first] = rollups[index] ?? null;
    found.set(id, places);
  }
  return found;
}
