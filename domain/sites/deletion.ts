import { DAY_MS } from "../units/durations.ts";

/** How long an owner may take a deleted site back, ms. */
export const DELETION_GRACE_MS = 30 * DAY_MS;

/** Of a site whose deletion cannot be undone any more: as if it had been deleted long ago. */
export const PURGING_SINCE = 0;

/** Sites deleted until then are gone for good, ms UTC. */
export function purgeableUntil(now: number): number {
  return now - DELETION_GRACE_MS;
}
