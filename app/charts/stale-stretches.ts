import type { Span } from "#domain/history/local-days.ts";

/**
 * Stretches as the calls of charts return them, from the first to the last of their points, as long as they last: the
 * last bucket of one is stale to its end.
 * @param at where the buckets begin, ms UTC
 */
export function lastingStretches(
  stretches: readonly Span[] | undefined,
  at: readonly number[],
  bucketMs: number | null,
): readonly Span[] | undefined {
  if (stretches === undefined || stretches.length === 0) return undefined;
  if (bucketMs === null) return stretches;
  const firstEnd = endOfFirstBucket(at, bucketMs);
  return stretches.map(({ from, to }) => ({
    from,
    to: to === at[0] ? firstEnd : to + bucketMs,
  }));
}

/** The first bucket may be clipped to the requested span, and ends where the second one begins at the latest, ms UTC. */
export function endOfFirstBucket(at: readonly number[], bucketMs: number): number {
  return Math.min((at[0] ?? 0) + bucketMs, at[1] ?? Number.POSITIVE_INFINITY);
}

/** Whether an instant lies within one of the stretches, which are in order and do not overlap. */
export function isWithin(stretches: readonly Span[] | undefined, instant: number): boolean {
  if (stretches === undefined) return false;
  let low = 0;
  let high = stretches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stretches[middle]?.to ?? 0) < instant) low = middle + 1;
    else high = middle;
  }
  return (stretches[low]?.from ?? Number.POSITIVE_INFINITY) <= instant;
}

/** Whether any of the stretches is seen in a window. */
export function isSeen(stretches: readonly Span[] | undefined, { from, to }: Span): boolean {
  return stretches?.some((one) => one.from < to && one.to > from) ?? false;
}

/** A part of a window, all of it stale or none. */
export type Part = Span & { isStale: boolean };

/**
 * A window in parts that follow each other; one part where nothing in it is stale.
 * @param minMs what no eye tells apart: neither stretches nor what is between them are shorter
 */
export function partsOf(
  stretches: readonly Span[] | undefined,
  { from, to }: Span,
  minMs: number,
): Part[] {
  const parts: Part[] = [];
  let reached = from;
  for (const one of stretches ?? []) {
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
