/** A line is drawn across at most this multiple of the usual distance between samples; a longer distance is a gap. */
const USUAL_TIMES = 3.5;
const MIN_GAP_MS = 1_500;
/** Number of distances between samples that suffices to find the usual one. */
const LOOKED_AT = 1_001;
/**
 * A distance is usual if this many distances, and this share of all, have about the same length; outages have any
 * length.
 */
const MIN_ALIKE = 4;
const ALIKE_SHARE = 0.02;
const ALIKE = 1.5;

/**
 * Longest distance between two neighbours, ms, that is connected by a line. Answers omit buckets without samples, so a
 * missing bucket is a gap.
 */
export function gapOf(at: readonly number[], bucketMs: number | null): number {
  if (bucketMs !== null) return bucketMs * 1.5;
  const distances: number[] = [];
  const each = Math.max(1, Math.floor(at.length / LOOKED_AT));
  for (let index = each; index < at.length; index += each)
    distances.push((at[index] ?? 0) - (at[index - 1] ?? 0));
  if (distances.length === 0) return Number.POSITIVE_INFINITY;
  distances.sort((a, b) => a - b);
  return Math.max(MIN_GAP_MS, greatestUsual(distances) * USUAL_TIMES);
}

/**
 * While a viewer is connected, the logger samples far more often than before and after, so the longest of the usual
 * distances counts.
 */
function greatestUsual(sorted: readonly number[]): number {
  const needed = Math.max(MIN_ALIKE, sorted.length * ALIKE_SHARE);
  let first = sorted.length - 1;
  for (let place = sorted.length - 1; place >= 0; place--) {
    const distance = sorted[place] ?? 0;
    while (first > 0 && (sorted[first - 1] ?? 0) >= distance / ALIKE) first--;
    if (place - first + 1 >= needed) return distance;
  }
  return sorted[sorted.length >> 1] ?? 0;
}
