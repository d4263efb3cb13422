import { quartersOf } from "./compact-chunks.ts";
import type { DeadLines } from "./dead-lines.ts";
import type { SeriesLimits } from "./limits.ts";
import type { SampleRows } from "./sample-rows.ts";
import { SampleSet } from "./sample-set.ts";
import { decodeSegment, packSegment, type Segment } from "./segment.ts";

type ExpiryLimits = Pick<SeriesLimits, "rollupMs">;
/** Blocks that no bucket shares with others, and where the bucket after them begins. */
export type OldestBlocks = { to: number; edge: number };

/** The oldest blocks that may be forgotten together; null where there are none. */
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
 * Samples of blocks become rollups alone, those that are kept beside dense blocks already or those made now. Of lifetime
 * counters all samples stay: what a counter that fell or leapt gained is told by those around it, however far away.
 * @param counters ids of the registers that energies are read from
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
