import { joinRollups, type Rollup } from "#domain/history/rollup.ts";
import { firstNotBefore } from "./first-not-before.ts";
import type { SeriesLimits } from "./limits.ts";
import { rollUpColumn } from "./roll-up-columns.ts";
import { decodeRollups, type RollupColumn } from "./rollup-codec.ts";
import type { SampleRows, StoredRollups } from "./sample-rows.ts";
import { SampleSet } from "./sample-set.ts";
import { decodeSegment } from "./segment.ts";

/** Register ids; none given means all. */
export type Wanted = ReadonlySet<number> | undefined;
export type RollupColumns = Map<number, RollupColumn>;

/**
 * Rollups of whole buckets from what is folded into blocks, forgotten or not: those that are kept, and of thinly
 * spread samples those made now.
 * @param from where a bucket begins, like `until`
 */
export function foldedRollups(
  rows: SampleRows,
  { rollupMs }: Pick<SeriesLimits, "rollupMs">,
  wanted: Wanted,
  from: number,
  until: number,
): RollupColumns {
  const parts = new Map<number, Gathering>();
  // No bucket has both samples and what was forgotten.
  for (const { data } of rows.past.rollupsBetween(from, until))
    for (const [register, column] of decodeRollups(data, rollupMs, wanted))
      gather(parts, register, column, from / rollupMs, until / rollupMs);
  for (const { id, data } of rows.rollupsBetween(from, until)) {
    if (data !== null) {
      for (const [register, column] of decodeRollups(data, rollupMs, wanted))
        gather(parts, register, column, from / rollupMs, until / rollupMs);
      continue;
    }
    const { times, columns } = decodeSegment(rows.block(id), wanted, until);
    const start = firstNotBefore(times, from);
    const end = firstNotBefore(times, until);
    if (start === end) continue;
    const some = times.slice(start, end);
    for (const [register, column] of columns)
      gather(parts, register, rollUpColumn(some, column.slice(start, end), rollupMs));
  }
  return parts;
}

/**
 * The same with what is not folded yet: its buckets are made anew of all their samples, since both may have the same.
 * @param fresh the unfolded samples of that time
 */
export function allRollups(
  rows: SampleRows,
  limits: Pick<SeriesLimits, "rollupMs">,
  fresh: SampleSet,
  wanted: ReadonlySet<number>,
  from: number,
  until: number,
): RollupColumns {
  const folded = foldedRollups(rows, limits, wanted, from, until);
  const { rollupMs } = limits;
  const touched = bucketsOf(fresh, rollupMs);
  if (touched.size === 0) return folded;
  const all = samplesOfBuckets(rows, limits, touched, wanted);
  all.addSet(fresh, from, until);
  const made: RollupColumns = new Map();
  for (const [id, { at, values }] of all.channels())
    made.set(id, rollUpColumn(at, values, rollupMs));
  for (const [id, column] of made) folded.set(id, replaceBuckets(folded.get(id), column));
  return folded;
}

/** What is kept of a stretch of time: rollups, or the number of a block that has none. */
export function* keptBetween(
  rows: SampleRows,
  from: number,
  until: number,
): Iterable<Pick<StoredRollups, "id" | "data">> {
  // No bucket has both samples and what was forgotten.
  for (const { data } of rows.past.rollupsBetween(from, until)) yield { id: 0, data };
  yield* rows.rollupsBetween(from, until);
}

/** All that is folded of some buckets. */
export function samplesOfBuckets(
  rows: SampleRows,
  { rollupMs }: Pick<SeriesLimits, "rollupMs">,
  buckets: ReadonlySet<number>,
  wanted: ReadonlySet<number>,
): SampleSet {
  const all = new SampleSet();
  for (const { first, end } of runsOf(buckets))
    for (const { data } of rows.blocksBetween(first * rollupMs, end * rollupMs))
      all.add(decodeSegment(data, wanted, end * rollupMs), first * rollupMs, end * rollupMs);
  return all;
}

type Gathering = { buckets: number[]; rollups: Rollup[] };

/** Blocks come in order of time; a bucket that lies in two of them becomes one again. */
function gather(
  parts: Map<number, Gathering>,
  id: number,
  { buckets, rollups }: RollupColumn,
  from = Number.NEGATIVE_INFINITY,
  until = Number.POSITIVE_INFINITY,
): void {
  const start = firstNotBefore(buckets, from);
  const end = firstNotBefore(buckets, until);
  if (start === end) return;
  const part = parts.get(id) ?? { buckets: [], rollups: [] };
  parts.set(id, part);
  for (let index = start; index < end; index++) {
    const bucket = buckets[index] ?? 0;
    const rollup = rollups[index];
    if (rollup === undefined) continue;
    const last = part.rollups.length - 1;
    const held = part.rollups[last];
    if (held !== undefined && part.buckets[last] === bucket)
      part.rollups[last] = joinRollups([held, rollup]) ?? rollup;
    else {
      part.buckets.push(bucket);
      part.rollups.push(rollup);
    }
  }
}

/** `made` stands where both have a bucket. */
function replaceBuckets(held: RollupColumn | undefined, made: RollupColumn): RollupColumn {
  if (held === undefined) return made;
  const buckets: number[] = [];
  const rollups: Rollup[] = [];
  let next = 0;
  const take = (column: RollupColumn, index: number) => {
    const rollup = column.rollups[index];
    if (rollup === undefined) return;
    buckets.push(column.buckets[index] ?? 0);
    rollups.push(rollup);
  };
  for (const [index, bucket] of held.buckets.entries()) {
    while (next < made.buckets.length && (made.buckets[next] ?? 0) < bucket) take(made, next++);
    if (made.buckets[next] === bucket) take(made, next++);
    else take(held, index);
  }
  while (next < made.buckets.length) take(made, next++);
  return { buckets, rollups };
}

/** The numbers of the buckets that a set has samples in. */
export function bucketsOf(set: SampleSet, bucketMs: number): Set<number> {
  const buckets = new Set<number>();
  for (const { at } of set.channels().values()) {
    let until = Number.NEGATIVE_INFINITY;
    for (const instant of at) {
      if (instant < until) continue;
      const bucket = Math.floor(instant / bucketMs);
      buckets.add(bucket);
      until = (bucket + 1) * bucketMs;
    }
  }
  return buckets;
}

/** Numbers that follow each other, as stretches from `first` to before `end`. */
export function runsOf(numbers: Iterable<number>): { first: number; end: number }[] {
  const runs: { first: number; end: number }[] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.end === number) last.end += 1;
    else runs.push({ first: number, end: number + 1 });
  }
  return runs;
}
