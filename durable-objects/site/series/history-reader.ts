import { MAX_BRIDGE_MS, type UsualAt } from "#domain/history/bridging.ts";
import { joinQuarters, type Rollup } from "#domain/history/rollup.ts";
import { sumBuckets } from "./bucket-sums.ts";
import type { DayColumns, DayRollups, Days } from "./day-rollups.ts";
import type { DeadLines } from "./dead-lines.ts";
import { firstNotBefore } from "./first-not-before.ts";
import type { SeriesLimits } from "./limits.ts";
import { allRollups, type QuarterColumns } from "./quarter-reader.ts";
import type { DayColumn, DayRollup, QuarterColumn } from "./rollup-codec.ts";
import type { SampleRows } from "./sample-rows.ts";
import { type Channel, SampleSet } from "./sample-set.ts";
import { decodeSegment } from "./segment.ts";
import type { BucketSums } from "./summing.ts";
import type { Tail } from "./tail.ts";

type Ids = ReadonlySet<number>;
type Limits = Pick<SeriesLimits, "rollupMs" | "rollupsAtOnce">;
const NONE: Ids = new Set();

/** Reads samples and rollups from wherever they are: blocks, chunks that are to be folded, the tail. */
export class HistoryReader {
  readonly #rows: SampleRows;
  readonly #limits: Limits;
  readonly #lines: DeadLines;
  readonly #days: DayRollups;
  readonly #tail: () => Tail;

  constructor(
    rows: SampleRows,
    limits: Limits,
    lines: DeadLines,
    days: DayRollups,
    tail: () => Tail,
  ) {
    this.#rows = rows;
    this.#limits = limits;
    this.#lines = lines;
    this.#days = days;
    this.#tail = tail;
  }

  /** Samples of instants from `from` to before `until`; of what was forgotten those of lifetime counters. */
  samples(ids: Ids, from: number, until: number): ReadonlyMap<number, Channel> {
    return this.samplesUpTo(Number.POSITIVE_INFINITY, ids, from, until) ?? new Map();
  }

  /** The same where they are no more than so many in all; null where they are, which is known soon. */
  samplesUpTo(
    most: number,
    ids: Ids,
    from: number,
    until: number,
  ): ReadonlyMap<number, Channel> | null {
    const set = new SampleSet();
    const read = this.#lines.withVoltages(ids);
    for (const data of this.#rows.past.keptBetween(from, until)) {
      set.add(decodeSegment(data, read), from, until);
      if (set.size > most) return null;
    }
    for (const { data } of this.#rows.blocksBetween(from, until)) {
      set.add(decodeSegment(data, read, until), from, until);
      if (set.size > most) return null;
    }
    this.#addFresh(set, read, from, until);
    const channels = set.channels();
    return set.size > most ? null : this.#lines.ofChannels(channels, ids);
  }

  /** The oldest instant that is in no block yet. */
  get oldestFresh(): number {
    let oldest = this.#rows.oldestOfChunks() ?? Number.POSITIVE_INFINITY;
    for (const { segment } of this.#tail().read(NONE))
      oldest = Math.min(oldest, segment.times[0] ?? oldest);
    return oldest;
  }

  /** @param edges of the buckets, ascending, ms UTC, each where one of the store begins */
  buckets(ids: Ids, edges: readonly number[]): Map<number, (Rollup | null)[]> {
    const found = new Map<number, (Rollup | null)[]>();
    for (let first = 0; first + 1 < edges.length; ) {
      const last = this.#endOfStretch(ids, edges, first);
      const [from, until] = [edges[first] ?? 0, edges[last] ?? 0];
      for (const [id, column] of this.#quarters(ids, from, until)) {
        const joined = found.get(id) ?? new Array<Rollup | null>(edges.length - 1).fill(null);
        found.set(id, joined);
        this.#joinInto(joined, column, edges, [first, last], this.usualAt(id));
      }
      first = last;
    }
    return found;
  }

  /** Of a year there are too many at once; one bucket is taken in any case. */
  #endOfStretch(ids: Ids, edges: readonly number[], first: number): number {
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
   * Of the same buckets only what a curve shows, which is much less work. What a sample before the first bucket holds
   * in it counts, too.
   * @param now the newest sample holds until then at most, ms UTC
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
    for (const [id, sums] of found) {
      const rest = Object.entries(sums).flatMap(([name, figures]) =>
        figures instanceof Float64Array ? [[name, figures.subarray(1)]] : [],
      );
      found.set(id, Object.fromEntries(rest) as BucketSums);
    }
    return found;
  }

  /** The median interval of a register on the local day of an instant; read once it is needed. */
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

  /** Local days in the store's time zone. */
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
    for (const { segment } of this.#tail().read(ids, from, until)) set.add(segment, from, until);
  }
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
