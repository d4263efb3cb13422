import { MINUTE_MS } from "../units/durations.ts";

/** Maximum number of sites at which a user may switch equipment within the window without confirming their identity. */
export const MAX_SWITCHED_SITES = 5;
/** Window of `MAX_SWITCHED_SITES`, ms. */
export const SWITCHING_WINDOW_MS = MINUTE_MS;

/** Maximum number of sites whose settings a user may change within the window without confirming their identity. */
export const MAX_CHANGED_SITES = 20;
/** Window of `MAX_CHANGED_SITES`, ms. */
export const CHANGING_WINDOW_MS = 10 * MINUTE_MS;

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
