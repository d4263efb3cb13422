import type { AtSharedSite } from "../access.ts";

/** The time zone in which the caller sees a site's days, and the one in which the site stores them. */
export type SiteClock = { timeZone: string; siteTimeZone: string };

/** Returns UTC for viewers of a link that hides the location. */
export function siteClockOf({ caller, site }: AtSharedSite): SiteClock {
  const isHidden = caller.kind === "share" && caller.share.hidesLocation;
  return { timeZone: isHidden ? "UTC" : site.timeZone, siteTimeZone: site.timeZone };
}
