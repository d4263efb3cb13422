import { mergeQuarters, type Quarter } from "#domain/history/rollup.ts";
import type { DeadLines } from "./dead-lines.ts";
import { firstNotBefore } from "./first-not-before.ts";
import type { SeriesLimits } from "./limits.ts";
import { rollUpColumn } from "./roll-up-columns.ts";
import { decodeQuarters, type QuarterColumn, type StoredQuarters } from "./rollup-codec.ts";
import type { SampleRows } from "./sample-rows.ts";
import { SampleSet } from "./sample-set.ts";
import { decodeSegment } from "./segment.ts";

/** Register ids; undefined for all. */
export type Wanted = ReadonlySet<number> | undefined;
export type QuarterColumns = Map<number, QuarterColumn>;

/**
 * Returns rollups of whole buckets from blocks and expired rows: the stored ones, and for sparse samples computed ones.
 * @param from start of a bucket, like `until`
 */
export function compactedRollups(
  rows: SampleRows,
  { rollupMs }: Pick<SeriesLimits, "rollupMs">,
  lines: DeadLines,
  wanted: Wanted,
  from: number,
  until: number,
): QuarterColumns {
  const parts = new Map<number, Gathering>();
  // A bucket never has both samples and expired rollups.
  for (const past of rows.expired.rollupsBetween(from, until))
    for (const [register, column] of decodeQuarters(past, rollupMs, wanted))
      gather(parts, register, column, from / rollupMs, until / rollupMs);
  const read = wanted && lines.withVoltages(wanted);
  for (const { id, quarters } of rows.rollupsBetween(from, until)) {
    if (quarters !== null) {
      for (const [register, column] of decodeQuarters(quarters, rollupMs, wanted))
        gather(parts, register, column, from / rollupMs, until / rollupMs);
      continue;
    }
    const block = decodeSegment(rows.block(id), read, until);
    const { times, columns } = lines.ofSegment(block, wanted);
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
 * Returns rollups including uncompacted samples. Buckets of these are computed from all their samples, since blocks may
 * hold some of the same.
 * @param fresh the uncompacted samples of that time, including line voltages
 */
export function allRollups(
  rows: SampleRows,
  limits: Pick<SeriesLimits, "rollupMs">,
  lines: DeadLines,
  fresh: SampleSet,
  wanted: ReadonlySet<number>,
  from: number,
  until: number,
): QuarterColumns {
  const folded = compactedRollups(rows, limits, lines, wanted, from, until);
  const { rollupMs } = limits;
  const touched = bucketsOf(fresh, rollupMs);
  if (touched.size === 0) return folded;
  const all = samplesOfBuckets(rows, limits, touched, lines.withVoltages(wanted));
  all.addSet(fresh, from, until);
  const made: QuarterColumns = new Map();
  for (const [id, { at, values }] of lines.ofChannels(all.channels(), wanted))
    made.set(id, rollUpColumn(at, values, rollupMs));
  for (const id of new Set([...folded.keys(), ...made.keys()])) {
    const column = replaceBuckets(folded.get(id), made.get(id), touched);
    if (column.buckets.length > 0) folded.set(id, column);
    else folded.delete(id);
  }
  return folded;
}

/** An older release stored no steps for expired rollups. */
type Kept = Omit<StoredQuarters, "steps"> & { steps: StoredQuarters["steps"] | null };

/** Id of expired rollups, in place of the id of a block: they have no samples. */
export const EXPIRED = 0;

/** Yields stored rollups of a time span, or the id of a block without rollups. */
export function* keptBetween(
  rows: SampleRows,
  from: number,
  until: number,
): Iterable<{ id: number; quarters: Kept | null }> {
  // A bucket never has both samples and expired rollups.
  for (const past of rows.expired.rollupsBetween(from, until))
    yield { id: EXPIRED, quarters: past };
  yield* rows.rollupsBetween(from, until);
}

/** Returns all compacted samples of some buckets. */
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

type Gathering = { buckets: number[]; rollups: Quarter[] };

/** Adds rollups in order of time; a bucket that lies in two blocks is merged. */
function gather(
  parts: Map<number, Gathering>,
  id: number,
  { buckets, rollups }: QuarterColumn,
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
      part.rollups[last] = mergeQuarters(held, rollup);
    else {
      part.buckets.push(bucket);
      part.rollups.push(rollup);
    }
  }
}

const NO_QUARTERS: QuarterColumn = { buckets: [], rollups: [] };

/** Replaces touched buckets by the buckets of `made`. */
function replaceBuckets(
  held: QuarterColumn = NO_QUARTERS,
  made: QuarterColumn = NO_QUARTERS,
  touched: ReadonlySet<number>,
): QuarterColumn {
  const buckets: number[] = [];
  const rollups: Quarter[] = [];
  let next = 0;
  const take = (column: QuarterColumn, index: number) => {
    const rollup = column.rollups[index];
    if (rollup === undefined) return;
    buckets.push(column.buckets[index] ?? 0);
    rollups.push(rollup);
  };
  for (const [index, bucket] of held.buckets.entries()) {
    if (touched.has(bucket)) continue;
    while (next < made.buckets.length && (made.buckets[next] ?? 0) < bucket) take(made, next++);
    take(held, index);
  }
  while (next < made.buckets.length) take(made, next++);
  return { buckets, rollups };
}

/** Returns the numbers of the buckets in which a set has samples. */
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

/** Groups consecutive numbers into ranges from `first` to before `end`. */
export function runsOf(numbers: Iterable<number>): { first: number; end: number }[] {
  const runs: { first: number; end: number }[] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.end === number) last.end += 1;
    else runs.push({ first: number, end: number + 1 });
  }
  return runs;
}
