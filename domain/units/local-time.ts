import { zoneOffsetAt } from "../history/zone-offsets.ts";

/** Formats an instant (ms UTC) as "YYYY-MM-DD HH:mm" in a time zone (IANA name). */
export function formatLocalTime(at: number, timeZone: string): string {
  return formatLocalSecond(at, timeZone).slice(0, 16);
}

/** Formats an instant (ms UTC) as "YYYY-MM-DD HH:mm:ss" in a time zone (IANA name). */
export function formatLocalSecond(at: number, timeZone: string): string {
  const local = new Date(at + zoneOffsetAt(timeZone, at)).toISOString();
  return `${local.slice(0, 10)} ${local.slice(11, 19)}`;
}

/** Formats the local day of an instant (ms UTC) as "YYYY-MM-DD" in a time zone (IANA name). */
export function formatLocalDay(at: number, timeZone: string): string {
  return formatLocalTime(at, timeZone).slice(0, 10);
}
