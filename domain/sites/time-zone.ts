import { zoneOffsetAt } from "../history/zone-offsets.ts";
import { HOUR_MS } from "../units/durations.ts";

/** Hours ahead of UTC at an instant (ms UTC). */
export function offsetAt(timeZone: string, at: number): number {
  return zoneOffsetAt(timeZone, at) / HOUR_MS;
}

/** Hours ahead of UTC without and with daylight saving; equal where there is none. */
export function offsetsOf(timeZone: string, at: number): { rawOffset: number; dstOffset: number } {
  const year = new Date(at).getUTCFullYear();
  const halves = [offsetAt(timeZone, Date.UTC(year, 0)), offsetAt(timeZone, Date.UTC(year, 6))];
  return { rawOffset: Math.min(...halves), dstOffset: Math.max(...halves) };
}
