import { formatRelativeTime } from "#domain/units/relative-time.ts";
import { instantOf, type ListedSite } from "./packed-sites.ts";
import type { RowTexts } from "./use-row-texts.ts";

/** How old the figures are, or that there is nobody to send any. */
export function ageOf(site: ListedSite, now: number, texts: RowTexts): string {
  const at = instantOf(site);
  if (at === null) return site.online ? texts.noFigures : texts.neverConnected;
  const around = site.online ? texts.asOf : texts.offlineSince;
  return around(formatRelativeTime(at, now, site.timeZoneId, texts.age));
}
