import type { Span } from "#domain/history/local-days.ts";

/**
 * Extends stale periods, which the chart calls return from first to last point, to the end of their last bucket.
 * @param at starts of the buckets, ms UTC
 */
export function lastingPeriods(
  periods: readonly Span[] | undefined,
  at: readonly number[],
  bucketMs: number | null,
): readonly Span[] | undefined {
  if (periods === undefined || periods.length === 0) return undefined;
  if (bucketMs === null) return periods;
  const firstEnd = endOfFirstBucket(at, bucketMs);
  return periods.map(({ from, to }) => ({
    from,
    to: to === at[0] ? firstEnd : to + bucketMs,
  }));
}

/**
 * End of the first bucket, ms UTC: it may be clipped to the requested span, and ends at the latest where the second one
 * starts.
 */
export function endOfFirstBucket(at: readonly number[], bucketMs: number): number {
  return Math.min((at[0] ?? 0) + bucketMs, at[1] ?? Number.POSITIVE_INFINITY);
}

/** Whether an instant lies within one of the periods, which are in ascending order and do not overlap. */
export function isWithin(periods: readonly Span[] | undefined, instant: number): boolean {
  if (periods === undefined) return false;
  let low = 0;
  let high = periods.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((periods[middle]?.to ?? 0) < instant) low = middle + 1;
    else high = middle;
  }
  return (periods[low]?.from ?? Number.POSITIVE_INFINITY) <= instant;
}

/** Whether any of the periods is visible in a window. */
export function isSeen(periods: readonly Span[] | undefined, { from, to }: Span): boolean {
  return periods?.some((one) => one.from < to && one.to > from) ?? false;
}

/** Part of a window that is either completely stale or completely fresh. */
export type Part = Span & { isStale: boolean };

/**
 * Splits a window into consecutive stale and fresh parts; returns one part if nothing in it is stale.
 * @param minMs shortest visible length: neither stale periods nor the gaps between them are shorter
 */
export function partsOf(
  periods: readonly Span[] | undefined,
  { from, to }: Span,
  minMs: number,
): Part[] {
  const parts: Part[] = [];
  let reached = from;
  for (const one of periods ?? []) {
    const begins = Math.max(one.from, from);
    const ends = Math.min(one.to, to);
    if (ends - begins < minMs) continue;
    const last = parts.at(-1);
    if (last !== undefined && begins - reached < minMs) last.to = ends;
    else {
      if (begins > reached) parts.push({ from: reached, to: begins, isStale: false });
      parts.push({ from: begins, to: ends, isStale: true });
    }
    reached = ends;
  }
  if (reached < to || parts.length === 0) parts.push({ from: reached, to, isStale: false });
  return parts;
}
