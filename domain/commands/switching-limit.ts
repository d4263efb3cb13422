import { MINUTE_MS, SECOND_MS } from "../units/durations.ts";

/** Maximum number of sites at which a user may switch equipment within the window without confirming their identity. */
export const MAX_SWITCHED_SITES = 5;
/** Window of `MAX_SWITCHED_SITES`, ms. */
export const SWITCHING_WINDOW_MS = MINUTE_MS;

/** Maximum number of sites whose settings a user may change within the window without confirming their identity. */
export const MAX_CHANGED_SITES = 20;
/** A site's object counts a site whose settings a session changes again after this time, ms. */
export const COUNTED_FOR_MS = 15 * SECOND_MS;
/** Window of `MAX_CHANGED_SITES`, ms: ten minutes after the last change, which is up to `COUNTED_FOR_MS` after its count. */
export const CHANGING_WINDOW_MS = 10 * MINUTE_MS + COUNTED_FOR_MS;

/** Instant at which a user last switched equipment at each site, ms UTC, by the name of the site's object. */
export type Switched = Readonly<Record<string, number>>;

/**
 * Returns the entries that are within the window.
 * @param now ms UTC
 */
export function recentlySwitched(
  switched: Switched,
  now: number,
  windowMs = SWITCHING_WINDOW_MS,
): Record<string, number> {
  const recent = Object.entries(switched).filter(([, at]) => now - at < windowMs);
  return Object.fromEntries(recent);
}

/**
 * Returns whether a user who has not confirmed their identity may switch equipment at a site.
 * @param recent the user's entries within the window (`recentlySwitched`)
 */
export function maySwitch(recent: Switched, site: string, max = MAX_SWITCHED_SITES): boolean {
  return Object.hasOwn(recent, site) || Object.keys(recent).length < max;
}
