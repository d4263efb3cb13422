import { zonedParts } from "./zoned-parts.ts";

/** "YYYY-MM-DD HH:mm" of an instant (ms UTC) in a time zone (IANA name). */
export function formatLocalTime(at: number, timeZone: string): string {
  const { year, month, day, hour, minute } = zonedParts(at, timeZone);
  return `${year}-${month}-${day} ${hour}:${minute}`;
}
