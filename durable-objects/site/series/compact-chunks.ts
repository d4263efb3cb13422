import type { DeadLines } from "./dead-lines.ts";
import { firstNotBefore } from "./first-not-before.ts";
import type { SeriesLimits } from "./limits.ts";
import { rollUpColumns } from "./roll-up-columns.ts";
import { encodeQuarters, type StoredQuarters } from "./rollup-codec.ts";
import type { SampleRows, StoredSegment } from "./sample-rows.ts";
import { SampleSet } from "./sample-set.ts";
import { decodeSegment, type Segment } from "./segment.ts";
import { type EncodedSegment, splitSet } from "./split-segments.ts";

/**
 * Merges the oldest chunks into the blocks, range by range, and stores what exceeds the budget as a chunk again. The
 * stored values stay the same in any order of compaction, because merging is commutative, associative and idempotent. A
 * range without new samples, as after a resend, is not written.
 * @returns the instants with new samples, ascending
 */
export function compactChunks(
  rows: SampleRows,
  limits: SeriesLimits,
  lines: DeadLines,
): readonly number[] {
  const chunks = rows.oldestChunks(limits.compactionCells, limits.compactionBytes);
  const set = new SampleSet();
  for (const { id, data } of chunks) {
    set.add(decodeSegment(data));
    rows.removeChunk(id);
  }
  const times = set.instants();
  const renewed: number[] = [];
  let budget = limits.compactionCells;
  let next = 0;
  while (next < times.length && budget > 0) {
    const { until, blocks } = rows.rangeAt(times[next] ?? 0, limits.rollupMs);
    const end = firstNotBefore(times, until);
    const merged = new SampleSet();
    for (const block of blocks) merged.add(decodeSegment(block.data));
    merged.addSet(set, times[next] ?? 0, until);
    const parts = splitSet(merged, limits, true);
    if (!sameBytes(parts, blocks)) {
      for (const block of blocks) rows.removeBlock(block.id);
      for (const part of parts) rows.addBlock(part, rollupsOf(part, limits, lines));
      for (let index = next; index < end; index++) renewed.push(times[index] ?? 0);
    }
    budget -= parts.reduce((sum, part) => sum + part.cells, 0);
    next = end;
  }
  if (next === times.length) return renewed;
  const left = new SampleSet();
  left.addSet(set, times[next] ?? 0, Number.POSITIVE_INFINITY);
  for (const part of splitSet(left, limits, false)) rows.addChunk(part);
  return renewed;
}

/** Returns the rollups to store with a block; null for sparse samples, which cost nothing to roll up on request. */
function rollupsOf(
  { segment }: EncodedSegment,
  limits: SeriesLimits,
  lines: DeadLines,
): StoredQuarters | null {
  const { times } = segment;
  const { rollupMs, rollupInstants } = limits;
  const buckets = new Set(times.map((at) => Math.floor(at / rollupMs))).size;
  if (times.length < rollupInstants * buckets) return null;
  return quartersOf(segment, limits, lines);
}

/** Returns the quarters of a whole block in stored form. */
export function quartersOf(
  segment: Segment,
  { rollupMs }: Pick<SeriesLimits, "rollupMs">,
  lines: DeadLines,
): StoredQuarters {
  const { times, columns } = lines.ofSegment(segment);
  return encodeQuarters(rollUpColumns(times, columns, rollupMs), rollupMs);
}

function sameBytes(parts: readonly EncodedSegment[], blocks: readonly StoredSegment[]): boolean {
  return (
    parts.length === blocks.length &&
    parts.every(({ data }, index) => {
      const held = blocks[index]?.data;
      return held?.length === data.length && held.every((byte, place) => byte === data[place]);
    })
  );
}
