import { readSite } from "#database/sites/sites.ts";
import { Problem } from "#domain/problem.ts";
import type { AtSharedSite } from "../access.ts";
import type { Context } from "../context.ts";

/** The time zone in which the caller sees a site's days, and the one in which the site stores them. */
export type SiteClock = { timeZone: string; siteTimeZone: string };

/** Returns UTC for viewers of a link that hides the location. */
export async function readSiteClock(
  context: Context,
  { caller, site }: AtSharedSite,
): Promise<SiteClock> {
  const row = await readSite(context.database, site.id);
  if (row === undefined) throw new Problem("notFound");
  const siteTimeZone = row.site.timeZone;
  const isHidden = caller.kind === "share" && caller.share.hidesLocation;
  return { timeZone: isHidden ? "UTC" : siteTimeZone, siteTimeZone };
}
