import type { UsualAt } from "#domain/history/bridging.ts";
import type { BucketColumns } from "./bucket-columns.ts";
import type { DeadLines } from "./dead-lines.ts";
import type { SeriesLimits } from "./limits.ts";
import { bucketsOf, EXPIRED, keptBetween, samplesOfBuckets } from "./quarter-reader.ts";
import { decodeSums } from "./rollup-codec.ts";
import type { SampleRows } from "./sample-rows.ts";
import type { SampleSet } from "./sample-set.ts";
import { decodeSegment } from "./segment.ts";
import { NONE, Summing } from "./summing.ts";

type SumSources = {
  rows: SampleRows;
  limits: Pick<SeriesLimits, "rollupMs">;
  lines: DeadLines;
  /** Samples that are not compacted yet; blocks may hold some of them too. */
  fresh: SampleSet;
};

/**
 * Sums buckets from blocks and uncompacted samples. Buckets of the rollups that uncompacted samples touch are computed
 * from samples only.
 * @param edges ascending, ms UTC; around an edge that is no multiple of `rollupMs`, samples are read too
 * @param usualAt median interval of a register
 * @param now until when the newest sample holds at most, ms UTC
 */
export function sumBuckets(
  { rows, limits, lines, fresh }: SumSources,
  wanted: ReadonlySet<number>,
  edges: readonly number[],
  usualAt: (id: number) => UsualAt,
  now: number,
): Map<number, BucketColumns> {
  const { rollupMs } = limits;
  const [from, until] = [edges[0] ?? 0, edges.at(-1) ?? 0];
  const touched = bucketsOf(fresh, rollupMs);
  for (const edge of edges) if (edge % rollupMs !== 0) touched.add(Math.floor(edge / rollupMs));
  const read = lines.withVoltages(wanted);
  const found = new Map<number, Summing>();
  const of = (id: number): Summing => {
    const held = found.get(id) ?? new Summing(edges, usualAt(id), touched.size === 0);
    found.set(id, held);
    return held;
  };
  for (const { id, quarters } of keptBetween(rows, from, until)) {
    if (quarters === null) {
      const block = decodeSegment(rows.block(id), read, until);
      const { times, columns } = lines.ofSegment(block, wanted);
      for (const [register, column] of columns)
        of(register).addSamples(times, column, { touched, rollupMs });
    } else
      for (const [register, column] of decodeSums(quarters, rollupMs, wanted))
        of(register).addQuarters(column, { touched: id === EXPIRED ? NONE : touched, rollupMs });
  }
  if (touched.size > 0) {
    const all = samplesOfBuckets(rows, limits, touched, read);
    all.addSet(fresh, from, until);
    for (const [register, { at, values }] of lines.ofChannels(all.channels(), wanted))
      of(register).addSamples(at, values);
  }
  const sums = new Map<number, BucketColumns>();
  for (const [id, own] of found) {
    own.finish(now);
    if (!own.sums.isEmpty) sums.set(id, own.sums);
  }
  return sums;
}
