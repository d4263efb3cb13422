import { QUARTER_MS } from "#domain/units/durations.ts";

/** Upload intervals after which a sample is late. */
const LATE_UPLOADS = 1.5;

/**
 * Returns whether a sample or event is live; everything else is history, whose alarms are retroactive.
 * @param at its timestamp, ms UTC; one ahead of receipt is live
 * @param receivedAt ms UTC
 * @param uploadMs upload interval in force at receipt, ms
 * @param isBacklog whether its frame is marked as backlog
 */
export function isLive(
  at: number,
  receivedAt: number,
  uploadMs: number,
  isBacklog: boolean,
): boolean {
  return !isBacklog && receivedAt - at <= Math.max(QUARTER_MS, LATE_UPLOADS * uploadMs);
}
