import { readSite } from "#database/sites.ts";
import { Problem } from "#domain/problem.ts";
import type { AtSharedSite } from "../access.ts";
import type { Context } from "../context.ts";

/** By which clocks somebody sees a site's days, and by which the site keeps them. */
export type SiteClock = { timeZone: string; siteTimeZone: string };

/** Viewers of a link that hides where the site is see its days in UTC. */
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
