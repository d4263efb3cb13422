import { chooseBucketMs, nextBucketMs } from "#domain/history/bucket-sizes.ts";
import { instantsAt, listDays, type Span } from "#domain/history/local-days.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import type { CurvesQuery } from "#protocol/history/curves.ts";

/** Buckets of a curve. */
export type CurveBuckets = {
  bucketMs: number;
  /** Starts of the buckets by the zone's clocks, clipped to the requested span, and the end of the last one, ms UTC. */
  edges: readonly number[];
};
type EdgesQuery = Pick<CurvesQuery, "from" | "until" | "timeZone" | "points">;

/**
 * Returns the shortest buckets that divide the span into at most `points`.
 * @param least minimum length of a bucket, ms
 */
export function bucketsOf(asked: EdgesQuery, least = 0): CurveBuckets {
  const { from, until, timeZone, points } = asked;
  let bucketMs = Math.max(least, chooseBucketMs(until - from, points));
  for (;;) {
    const starts = startsOf({ from, to: until }, timeZone, bucketMs);
    if (starts.length <= Math.max(1, points)) {
      const edges = [...starts.map((start) => Math.max(start, from)), until];
      return { bucketMs, edges };
    }
    // A day on which clocks are turned back has more buckets than others.
    bucketMs = nextBucketMs(bucketMs);
  }
}

/** Returns the starts of all buckets of a length, clipped to the span, and the end of the last one, ms UTC. */
export function bucketEdges(span: Span, timeZone: string, bucketMs: number): number[] {
  const starts = startsOf(span, timeZone, bucketMs);
  return [...starts.map((start) => Math.max(start, span.from)), span.to];
}

/**
 * Returns the starts of buckets. They begin where the clocks show a multiple of their length since midnight, before and
 * after a change of the clocks too: every bucket of two hours begins at an even hour. Longer ones are whole local days.
 */
function startsOf(span: Span, timeZone: string, bucketMs: number): number[] {
  const days = listDays(timeZone, span);
  if (bucketMs >= DAY_MS) {
    const each = Math.round(bucketMs / DAY_MS);
    return days.filter((_, index) => index % each === 0).map((day) => day.from);
  }
  const starts: number[] = [];
  let before = span.from;
  for (const day of days)
    for (const start of dayStarts(day, timeZone, bucketMs)) {
      if (start >= span.to) break;
      if (start <= span.from) before = start;
      else starts.push(start);
    }
  return [before, ...starts];
}

function dayStarts(
  { day, from, to }: Span & { day: number },
  timeZone: string,
  bucketMs: number,
): number[] {
  const parts: number[] = [];
  const isWhole = to - from === DAY_MS;
  for (let past = 0; past < DAY_MS; past += bucketMs) parts.push(isWhole ? from + past : past);
  if (isWhole) return parts;
  const shown = parts.flatMap((past) => instantsAt(timeZone, day, past));
  return [from, ...shown.filter((at) => at > from && at < to).sort((one, other) => one - other)];
}
