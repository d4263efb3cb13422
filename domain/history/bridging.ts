import { HOUR_MS, MINUTE_MS } from "../units/durations.ts";

/** Intervals up to this length are never gaps, and never change the bridge limit, ms. */
export const QUICK_STEP_MS = MINUTE_MS;
/** Minimum bridge limit of a day, ms. */
export const MIN_BRIDGE_MS = 20 * MINUTE_MS;
/** Maximum bridge limit of a day, ms. */
export const MAX_BRIDGE_MS = 3 * HOUR_MS;
const USUAL_INTERVALS_BRIDGED = 3;
/** A gap is an interval longer than this many usual ones: a missing sample doubles an interval, jitter adds less. */
const GAP_FACTOR = 1.5;
const MIN_GAP_MS = GAP_FACTOR * QUICK_STEP_MS;

/**
 * Returns the median interval between the samples of one register on the local day of an instant (ms UTC), in ms; 0 if
 * it is at most `QUICK_STEP_MS`, because such a day has the smallest limits in any case.
 */
export type UsualAt = (at: number) => number;

/**
 * Returns the median interval between a register's samples on one local day.
 * @param slow intervals above `QUICK_STEP_MS`, ms, in any order
 * @param quick number of all shorter intervals
 * @returns ms; 0 if the median is at most `QUICK_STEP_MS`, or if there is no interval
 */
export function usualInterval(slow: readonly number[], quick: number): number {
  const middle = Math.floor((slow.length + quick - 1) / 2);
  if (middle < quick) return 0;
  return slow.toSorted((one, other) => one - other)[middle - quick] ?? 0;
}

/**
 * Returns the bridge limit, ms: samples further apart are not connected, and no sample holds for longer.
 * @param usual usual interval, ms
 */
export function bridgeLimit(usual: number): number {
  return Math.min(MAX_BRIDGE_MS, Math.max(MIN_BRIDGE_MS, USUAL_INTERVALS_BRIDGED * usual));
}

/**
 * Returns the length above which an interval is a gap, ms: at least one sample is missing in it.
 * @param usual usual interval, ms
 */
export function gapThreshold(usual: number): number {
  return Math.max(MIN_GAP_MS, GAP_FACTOR * usual);
}

/**
 * Returns how long a sample holds, ms: until the next one, at most for the bridge limit of its own day, so that the
 * result does not depend on which samples after it were read.
 * @param at instant of the sample, ms UTC
 * @param step time until the next sample, ms
 */
export function holdTime(usualAt: UsualAt, at: number, step: number): number {
  return step <= MIN_BRIDGE_MS ? step : Math.min(step, bridgeLimit(usualAt(at)));
}

/** Returns the usual interval, ms, for a step between two instants; over midnight, that of the slower day. */
export function usualOfStep(usualAt: UsualAt, from: number, to: number): number {
  return Math.max(usualAt(from), usualAt(to));
}
