/** A user switches equipment at this many sites within the window without a confirmation of identity. */
export const MAX_SWITCHED_SITES = 5;
export const SWITCHING_WINDOW_MS = 60_000;

/** When a user last switched equipment at each site, ms UTC, by the site's name. */
export type Switched = Readonly<Record<string, number>>;

/** What still counts. @param now ms UTC */
export function recentlySwitched(switched: Switched, now: number): Record<string, number> {
  const recent = Object.entries(switched).filter(([, at]) => now - at < SWITCHING_WINDOW_MS);
  return Object.fromEntries(recent);
}

/** Whether a user who has not confirmed their identity may switch equipment at a site, after what still counts. */
export function maySwitch(recent: Switched, site: string): boolean {
  return Object.hasOwn(recent, site) || Object.keys(recent).length < MAX_SWITCHED_SITES;
}
