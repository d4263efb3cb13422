import { offsetAt } from "../sites/time-zone.ts";

const HOUR_MS = 3_600_000;

/** "YYYY-MM-DD HH:mm" of an instant (ms UTC) in a time zone (IANA name). */
export function formatLocalTime(at: number, timeZone: string): string {
  const local = new Date(at + offsetAt(timeZone, at) * HOUR_MS);
  return local.toISOString().slice(0, 16).replace("T", " ");
}
