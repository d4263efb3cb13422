import type { SeriesLimits } from "./limits.ts";
import { type Piece, piecesOfSet } from "./pieces.ts";
import type { SampleRows, StoredPiece } from "./sample-rows.ts";
import { firstNotBefore, SampleSet } from "./sample-set.ts";
import { decodeSegment } from "./segment.ts";

/**
 * Merges the oldest closed chunks into the blocks, stretch by stretch, and puts back as a chunk what goes beyond the
 * budget. What is stored stays the same value for value, whatever is folded in whichever order, because merging is
 * commutative, associative and idempotent. A stretch to which nothing new comes, as after a resend, is not written.
 */
export function foldChunks(rows: SampleRows, limits: SeriesLimits): void {
  const chunks = rows.oldestChunks(limits.foldCells, limits.foldBytes);
  const set = new SampleSet();
  for (const { id, data } of chunks) {
    set.add(decodeSegment(data));
    rows.removeChunk(id);
  }
  const times = set.instants();
  let budget = limits.foldCells;
  let next = 0;
  while (next < times.length && budget > 0) {
    const { until, blocks } = rows.stretchAt(times[next] ?? 0);
    const end = firstNotBefore(times, until);
    const merged = new SampleSet();
    for (const block of blocks) merged.add(decodeSegment(block.data));
    merged.addSet(set, times[next] ?? 0, until);
    const pieces = piecesOfSet(merged, limits, true);
    if (!sameBytes(pieces, blocks)) {
      for (const block of blocks) rows.removeBlock(block.id);
      for (const piece of pieces) rows.addBlock(piece);
    }
    budget -= pieces.reduce((sum, piece) => sum + piece.cells, 0);
    next = end;
  }
  if (next === times.length) return;
  const left = new SampleSet();
  left.addSet(set, times[next] ?? 0, Number.POSITIVE_INFINITY);
  for (const piece of piecesOfSet(left, limits, false)) rows.addChunk(piece);
}

function sameBytes(pieces: readonly Piece[], blocks: readonly StoredPiece[]): boolean {
  return (
    pieces.length === blocks.length &&
    pieces.every(({ data }, index) => {
      const held = blocks[index]?.data;
      return held?.length === data.length && held.every((byte, place) => byte === data[place]);
    })
  );
}
