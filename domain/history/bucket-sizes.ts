import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../units/durations.ts";

/** Common fractions of a day, ms. Buckets longer than three hours are whole days, which are stored as rollups. */
const PARTS_OF_A_DAY: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30, 45].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3].map((hours) => hours * HOUR_MS),
];

/**
 * Returns the shortest bucket length, ms, that divides a span into at most this many buckets; whole days from a day on.
 * A span that does not begin with a bucket has one more, which is included.
 */
export function chooseBucketMs(spanMs: number, most: number): number {
  const least = spanMs / Math.max(1, most - 1);
  const part = PARTS_OF_A_DAY.find((ms) => ms >= least);
  return part ?? Math.ceil(least / DAY_MS) * DAY_MS;
}

/** The next longer one. */
export function nextBucketMs(bucketMs: number): number {
  return PARTS_OF_A_DAY.find((ms) => ms > bucketMs) ?? (Math.floor(bucketMs / DAY_MS) + 1) * DAY_MS;
}
