import { HOUR_MS, MINUTE_MS } from "../units/durations.ts";

/** Intervals up to this length are never gaps, and never change the bridge limit, ms. */
export const QUICK_STEP_MS = MINUTE_MS;
/** No day has a smaller bridge limit, ms. */
export const MIN_BRIDGE_MS = 20 * MINUTE_MS;
/** No day has a greater bridge limit, ms. */
export const MAX_BRIDGE_MS = 3 * HOUR_MS;
const USUAL_INTERVALS_BRIDGED = 3;
/** A single missing sample doubles an interval; jitter of the sampling does not make it half as long again. */
const GAP_FACTOR = 1.5;
const MIN_GAP_MS = GAP_FACTOR * QUICK_STEP_MS;

/**
 * The median interval between the samples of one register on the local day of an instant, ms; 0 where it is at most
 * `QUICK_STEP_MS`, because such a day has the smallest limits in any case.
 */
export type UsualAt = (at: number) => number;

/**
 * The median of a register's intervals, both ends of which lie on the same local day.
 * @param slow the intervals above `QUICK_STEP_MS`, ms, in any order
 * @param quick how many others there are
 * @returns ms; 0 where the median is at most `QUICK_STEP_MS`, or where there is no interval
 */
export function usualInterval(slow: readonly number[], quick: number): number {
  const middle = Math.floor((slow.length + quick - 1) / 2);
  if (middle < quick) return 0;
  return slow.toSorted((one, other) => one - other)[middle - quick] ?? 0;
}

/** Samples further apart than this are not connected, ms. A sample holds no longer than this. */
export function bridgeLimit(usual: number): number {
  return Math.min(MAX_BRIDGE_MS, Math.max(MIN_BRIDGE_MS, USUAL_INTERVALS_BRIDGED * usual));
}

/** An interval above this is a gap, ms: at least one sample is missing in it. */
export function gapThreshold(usual: number): number {
  return Math.max(MIN_GAP_MS, GAP_FACTOR * usual);
}

/**
 * For how long a sample holds, ms: until the next one, at most for the bridge limit of its own day, so that it does not
 * matter which samples after it were read.
 */
export function holdTime(usualAt: UsualAt, at: number, step: number): number {
  return step <= MIN_BRIDGE_MS ? step : Math.min(step, bridgeLimit(usualAt(at)));
}

/** Of a step over midnight the day with the longer intervals decides. */
export function usualOfStep(usualAt: UsualAt, from: number, to: number): number {
  return Math.max(usualAt(from), usualAt(to));
}
