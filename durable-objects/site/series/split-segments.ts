import type { RegisterValue } from "#domain/registers/register.ts";
import { firstNotBefore } from "./first-not-before.ts";
import type { SeriesLimits } from "./limits.ts";
import type { SampleSet } from "./sample-set.ts";
import { encodeSegment, packSegment, type Segment } from "./segment.ts";

/** An encoded segment that fits in one row. */
export type EncodedSegment = {
  readonly from: number;
  readonly to: number;
  /** Instants × registers. */
  readonly cells: number;
  readonly segment: Segment;
  readonly data: Uint8Array<ArrayBuffer>;
  /** Size of the data before compression. */
  readonly unpackedBytes: number;
};

type SplitLimits = Pick<
  SeriesLimits,
  | "segmentBytes"
  | "unpackedBytes"
  | "segmentCells"
  | "blockCells"
  | "thinBlockCells"
  | "rollupMs"
  | "rollupInstants"
>;
type Slice = (start: number, end: number) => Segment;

/** Encodes a batch as it came, explicit nulls included, in one segment unless it is very large. */
export function splitBatch(batch: Segment, limits: SplitLimits): EncodedSegment[] {
  const slice: Slice = (start, end) => sliceOf(batch, start, end);
  return cutTimes(batch.times, batch.columns.size, slice, limits, false);
}

/** Encodes a set in segments that follow each other in time. `pack` compresses them for long storage. */
export function splitSet(set: SampleSet, limits: SplitLimits, pack: boolean): EncodedSegment[] {
  const times = set.instants();
  const slice: Slice = (start, end) => set.slice(times.slice(start, end));
  return cutTimes(times, set.channels().size, slice, limits, pack);
}

function cutTimes(
  times: readonly number[],
  columns: number,
  slice: Slice,
  limits: SplitLimits,
  pack: boolean,
): EncodedSegment[] {
  const parts: EncodedSegment[] = [];
  let guess = Number.POSITIVE_INFINITY;
  for (let start = 0; start < times.length; ) {
    const kept = pack ? blockCellsAt(times, start, limits) : limits.segmentCells;
    const cells = Math.min(kept, limits.segmentCells);
    const most = Math.max(1, Math.floor(cells / Math.max(1, columns)));
    const end = Math.min(start + Math.min(guess, most), times.length);
    const count = (pack ? wholeBuckets(times, start, end, limits.rollupMs) : end) - start;
    const part = encodeSlice(slice(start, start + count), pack);
    const room = Math.min(
      limits.segmentBytes / part.data.length,
      limits.unpackedBytes / part.unpackedBytes,
    );
    const fitting = Math.max(1, Math.floor(count * 0.95 * room));
    const fits = isWithin(part, limits);
    if (!fits && count > 1) {
      guess = Math.min(fitting, count - 1);
      continue;
    }
    parts.push(...(fits ? [part] : cutColumns(part, limits, pack)));
    start += count;
    guess = fitting;
  }
  return parts;
}

/** Cell limit for a block: dense samples (with rollups) or sparse ones (without). */
function blockCellsAt(
  times: readonly number[],
  start: number,
  { blockCells, thinBlockCells, rollupInstants, rollupMs }: SplitLimits,
): number {
  const next = times[start + rollupInstants - 1] ?? Number.POSITIVE_INFINITY;
  return next - (times[start] ?? 0) < rollupMs ? blockCells : thinBlockCells;
}

/** Cuts compressed segments where a bucket of rollups begins, unless a single bucket is too large. */
function wholeBuckets(
  times: readonly number[],
  start: number,
  end: number,
  bucketMs: number,
): number {
  const next = times[end];
  if (next === undefined) return end;
  const cut = firstNotBefore(times, Math.floor(next / bucketMs) * bucketMs);
  return cut > start ? cut : end;
}

/** Splits the registers of one instant that is too large for one segment. */
function cutColumns(part: EncodedSegment, limits: SplitLimits, pack: boolean): EncodedSegment[] {
  const { times, columns } = part.segment;
  if (columns.size <= 1 || isWithin(part, limits)) return [part];
  const all = [...columns].sort(([a], [b]) => a - b);
  const half = Math.ceil(all.length / 2);
  return [all.slice(0, half), all.slice(half)].flatMap((some) =>
    cutColumns(encodeSlice({ times, columns: new Map(some) }, pack), limits, pack),
  );
}

function encodeSlice(segment: Segment, pack: boolean): EncodedSegment {
  return {
    from: segment.times[0] ?? 0,
    to: segment.times.at(-1) ?? 0,
    cells: segment.times.length * segment.columns.size,
    segment,
    ...(pack ? packSegment(segment) : asItIs(encodeSegment(segment))),
  };
}

const asItIs = (data: Uint8Array<ArrayBuffer>) => ({ data, unpackedBytes: data.length });

function isWithin({ data, unpackedBytes, cells }: EncodedSegment, limits: SplitLimits): boolean {
  return (
    data.length <= limits.segmentBytes &&
    unpackedBytes <= limits.unpackedBytes &&
    cells <= limits.segmentCells
  );
}

function sliceOf({ times, columns }: Segment, start: number, end: number): Segment {
  if (start === 0 && end === times.length) return { times, columns };
  const sliced = new Map<number, readonly RegisterValue[]>();
  for (const [id, column] of columns) sliced.set(id, column.slice(start, end));
  return { times: times.slice(start, end), columns: sliced };
}
