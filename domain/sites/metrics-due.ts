import { MINUTE_MS } from "../units/durations.ts";

/** Interval at which the metrics of a site are written to the database, ms. */
export const METRICS_INTERVAL_MS = 10 * MINUTE_MS;

/** Spreads the writes of neighbouring ids over the interval (golden ratio of 32 bits). */
const SPREAD = 2_654_435_769;

/**
 * Returns whether new metrics are written: once in each interval, whose start differs from site to site.
 * @param before instant of the metrics written last, ms UTC; null for none
 * @param at instant of the new metrics, ms UTC
 */
export function isMetricsDue(siteId: number, before: number | null, at: number): boolean {
  if (before === null) return true;
  const phase = ((Math.imul(siteId, SPREAD) >>> 0) / 2 ** 32) * METRICS_INTERVAL_MS;
  const periodOf = (instant: number) => Math.floor((instant - phase) / METRICS_INTERVAL_MS);
  return periodOf(at) > periodOf(before);
}
