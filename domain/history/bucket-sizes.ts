import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../units/durations.ts";

/** Times that people divide a day by, ms. What is longer than three hours is told by days, which are kept rolled up. */
const PARTS_OF_A_DAY: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30, 45].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3].map((hours) => hours * HOUR_MS),
];

/**
 * The shortest time, ms, by which a span comes to no more than so many buckets; whole days where it is a day or longer.
 * A span that does not begin with a bucket has one more, which is reckoned with.
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
