import { formatRelativeTime } from "#domain/units/relative-time.ts";
import type { ListedSite } from "./packed-sites.ts";
import type { RowTexts } from "./use-row-texts.ts";

/** Of what the list tells the age, ms UTC: of an online site's figures, of an offline one's silence; null where there is none. */
export function instantOf({ online, since, figuresAt }: ListedSite): number | null {
  return online ? figuresAt : since;
}

/** How old the figures are, or that there is nobody to send any. */
export function ageOf(site: ListedSite, now: number, texts: RowTexts): string {
  const at = instantOf(site);
  if (at === null) return site.online ? texts.noFigures : texts.neverConnected;
  const around = site.online ? texts.asOf : texts.offlineSince;
  return around(formatRelativeTime(at, now, texts.language, site.timeZoneId));
}
