import { quartersOf } from "./compact-chunks.ts";
import type { DeadLines } from "./dead-lines.ts";
import type { SeriesLimits } from "./limits.ts";
import type { SampleRows } from "./sample-rows.ts";
import { SampleSet } from "./sample-set.ts";
import { decodeSegment, packSegment, type Segment } from "./segment.ts";

type ExpiryLimits = Pick<SeriesLimits, "rollupMs">;
/** Blocks that share no bucket with others, and where the next bucket begins. */
export type OldestBlocks = { to: number; edge: number };

/** Returns the oldest blocks that may expire together; null if there are none. */
export function oldestBlocks(rows: SampleRows, { rollupMs }: ExpiryLimits): OldestBlocks | null {
  let oldest: OldestBlocks | null = null;
  for (const { from, to } of rows.blockSpans()) {
    if (oldest !== null && from >= oldest.edge) break;
    const last = Math.max(to, oldest?.to ?? to);
    oldest = { to: last, edge: (Math.floor(last / rollupMs) + 1) * rollupMs };
  }
  return oldest;
}

/**
 * Reduces blocks to their rollups, the stored ones of dense blocks or new ones. All samples of lifetime counters stay:
 * the gain of a counter that fell or leapt follows from the samples around it, however far away.
 * @param counters ids of the registers from which energies are read
 */
export function expireBlocks(
  rows: SampleRows,
  limits: ExpiryLimits,
  lines: DeadLines,
  before: number,
  counters: ReadonlySet<number>,
): void {
  const oldest = [...rows.rollupsBetween(Number.MIN_SAFE_INTEGER, before)];
  for (const { id, from, to, quarters } of oldest) {
    const segment = decodeSegment(rows.block(id));
    const left = quarters ?? quartersOf(segment, limits, lines);
    rows.expired.add({ from, to, ...left }, keep(segment, counters));
    rows.removeBlock(id);
  }
}

function keep(segment: Segment, counters: ReadonlySet<number>): Uint8Array<ArrayBuffer> | null {
  const columns = [...segment.columns].filter(([id]) => counters.has(id));
  const set = new SampleSet();
  set.add({ times: segment.times, columns: new Map(columns) });
  const kept = set.slice(set.instants());
  return kept.times.length === 0 ? null : packSegment(kept).data;
}
