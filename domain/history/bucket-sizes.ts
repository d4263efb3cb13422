import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../units/durations.ts";

/** Common fractions of a day, ms. Buckets longer than three hours are whole days, which are stored as rollups. */
const PARTS_OF_A_DAY: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30, 45].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3].map((hours) => hours * HOUR_MS),
];

/**
 * Returns the shortest bucket length, ms, that divides a period into at most `most` buckets; above three hours, whole
 * days. The count includes the additional bucket of a period that does not begin at the start of a bucket.
 */
export function chooseBucketMs(spanMs: number, most: number): number {
  const least = spanMs / Math.max(1, most - 1);
  const part = PARTS_OF_A_DAY.find((ms) => ms >= least);
  return part ?? Math.ceil(least / DAY_MS) * DAY_MS;
}

/** Returns the next longer bucket length, ms. */
export function nextBucketMs(bucketMs: number): number {
  return PARTS_OF_A_DAY.find((ms) => ms > bucketMs) ?? (Math.floor(bucketMs / DAY_MS) + 1) * DAY_MS;
}
