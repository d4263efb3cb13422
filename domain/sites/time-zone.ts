import { zoneOffsetAt } from "../history/zone-offsets.ts";
import { HOUR_MS } from "../units/durations.ts";

/** Returns by how many hours a zone is ahead of UTC at an instant (ms UTC). */
export function offsetAt(timeZone: string, at: number): number {
  return zoneOffsetAt(timeZone, at) / HOUR_MS;
}

/** Returns the hours ahead of UTC without and with daylight saving time in the year of an instant (ms UTC). */
export function offsetsOf(timeZone: string, at: number): { rawOffset: number; dstOffset: number } {
  const year = new Date(at).getUTCFullYear();
  const halves = [offsetAt(timeZone, Date.UTC(year, 0)), offsetAt(timeZone, Date.UTC(year, 6))];
  return { rawOffset: Math.min(...halves), dstOffset: Math.max(...halves) };
}
