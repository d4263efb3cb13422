/** So many times its usual distance between samples a line is drawn on; beyond it there is a gap. */
const USUAL_TIMES = 3.5;
const LEAST_GAP_MS = 1_500;
/** So many distances tell what is usual. */
const LOOKED_AT = 501;

/**
 * The greatest distance between two neighbours, ms, over which a line is drawn. A bucket without samples is left out of an
 * answer, so that there the next one but one is too far.
 */
export function gapOf(at: readonly number[], bucketMs: number | null): number {
  if (bucketMs !== null) return bucketMs * 1.5;
  const distances: number[] = [];
  const each = Math.max(1, Math.floor(at.length / LOOKED_AT));
  for (let index = each; index < at.length; index += each)
    distances.push((at[index] ?? 0) - (at[index - 1] ?? 0));
  if (distances.length === 0) return Number.POSITIVE_INFINITY;
  distances.sort((a, b) => a - b);
  return Math.max(LEAST_GAP_MS, (distances[distances.length >> 1] ?? 0) * USUAL_TIMES);
}
