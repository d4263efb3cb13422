import { formatLocalDay } from "#domain/units/local-time.ts";

/** Characters that a file system may refuse, and control characters. */
const UNSAFE = /[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu;
const MAX_SITE_PART = 80;

/**
 * Returns the name of an export's file without its extension: the site, the first and the last local day.
 * @param until end of the period, ms UTC, exclusive
 */
export function exportFileName(subject: {
  site: string;
  timeZone: string;
  from: number;
  until: number;
}): string {
  const { timeZone, from, until } = subject;
  const site = [...subject.site.replace(UNSAFE, " ").trim()].slice(0, MAX_SITE_PART).join("");
  const days = [from, Math.max(from, until - 1)].map((at) => formatLocalDay(at, timeZone));
  return [site.replace(/\s+/g, "-").replace(/^\.+/, "") || "site", ...new Set(days)].join("_");
}
