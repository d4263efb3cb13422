import { formatRelativeTime } from "#domain/units/relative-time.ts";
import { instantOf, type ListedSite } from "./packed-sites.ts";
import type { RowTexts } from "./use-row-texts.ts";

/** Text for the age of a site's data, or for its missing logger. */
export function ageOf(site: ListedSite, now: number, texts: RowTexts): string {
  const at = instantOf(site);
  if (at === null) return site.online ? texts.noData : texts.neverConnected;
  const around = site.online ? texts.asOf : texts.offlineSince;
  return around(formatRelativeTime(at, now, site.timeZoneId, texts.age));
}
