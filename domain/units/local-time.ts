import { zoneOffsetAt } from "../history/zone-offsets.ts";

/** "YYYY-MM-DD HH:mm" of an instant (ms UTC) in a time zone (IANA name). */
export function formatLocalTime(at: number, timeZone: string): string {
  const local = new Date(at + zoneOffsetAt(timeZone, at)).toISOString();
  return `${local.slice(0, 10)} ${local.slice(11, 16)}`;
}

/** "YYYY-MM-DD": the day that an instant (ms UTC) belongs to in a time zone (IANA name). */
export function formatLocalDay(at: number, timeZone: string): string {
  return formatLocalTime(at, timeZone).slice(0, 10);
}
