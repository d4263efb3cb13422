import { offsetAt } from "../sites/time-zone.ts";

const HOUR_MS = 3_600_000;

/** "YYYY-MM-DD HH:mm" of an instant (ms UTC) in a time zone (IANA name). */
export function formatLocalTime(at: number, timeZone: string): string {
  const local = new Date(at + offsetAt(timeZone, at) * HOUR_MS).toISOString();
  return `${local.slice(0, 10)} ${local.slice(11, 16)}`;
}
