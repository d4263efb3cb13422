import { MINUTE_MS } from "../units/durations.ts";

/** Length of the window in which stopped sites are counted, ms. */
export const OUTAGE_WINDOW_MS = 5 * MINUTE_MS;
/** Share of the online sites, and number of sites, that must be exceeded. */
const MIN_SHARE = 0.05;
const MIN_STOPPED = 20;
/** Tolerated difference between the beginning of an alarm and the instant at which the site stopped, ms. */
const MARGIN_MS = MINUTE_MS;

/**
 * Returns the instant at which the held notices of a user are one message, ms UTC: when the last one is released of those
 * that were held within five minutes; minus infinity if there are none.
 * @param releases ends of the holds, ms UTC
 */
export function endOfHolds(releases: readonly number[]): number {
  const first = Math.min(...releases);
  return Math.max(...releases.filter((at) => at <= first + OUTAGE_WINDOW_MS));
}

/**
 * Returns a check whether a site that stopped at an instant (ms UTC) belongs to a mass outage: more than
 * 5 % of the sites that were online, and more than 20, stopped within five minutes that contain the instant.
 * @param stopped instants at which the sites stopped that are offline now, ms UTC
 * @param online number of sites that are online now
 */
export function findMassOutages(
  stopped: readonly number[],
  online: number,
): (at: number) => boolean {
  const sorted = stopped.toSorted((one, other) => one - other);
  const windows: { from: number; until: number }[] = [];
  for (let first = 0, last = 0; first < sorted.length; first++) {
    const from = sorted[first] as number;
    while (last + 1 < sorted.length && (sorted[last + 1] as number) - from <= OUTAGE_WINDOW_MS)
      last += 1;
    const count = last - first + 1;
    const isMass = count > MIN_STOPPED && count > MIN_SHARE * (online + count);
    if (isMass) windows.push({ from, until: sorted[last] as number });
  }
  return (at) =>
    windows.some(({ from, until }) => at >= from - MARGIN_MS && at <= until + MARGIN_MS);
}
