import { DAY_MS } from "../units/durations.ts";

/** Time in which an owner can restore a deleted site, ms. */
export const DELETION_GRACE_MS = 30 * DAY_MS;

/** Instant of deletion of a site that is being deleted permanently, so that it cannot be restored any more. */
export const PURGING_SINCE = 0;

/** Returns the latest instant of deletion of sites that can no longer be restored, ms UTC. */
export function purgeableUntil(now: number): number {
  return now - DELETION_GRACE_MS;
}
