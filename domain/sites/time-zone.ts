import { zonedParts } from "../units/zoned-parts.ts";

const QUARTER_MS = 900_000;
const MOST_QUARTERS = 500;
/** By zone and quarter of an hour: on nothing else do zones change. */
const offsets = new Map<string, Map<number, number>>();

/** Hours ahead of UTC at an instant (ms UTC). */
export function offsetAt(timeZone: string, at: number): number {
  const quarter = Math.floor(at / QUARTER_MS);
  const known = offsets.get(timeZone) ?? new Map<number, number>();
  const there = known.get(quarter);
  if (there !== undefined) return there;
  const offset = findOffset(timeZone, quarter * QUARTER_MS);
  if (known.size >= MOST_QUARTERS) known.clear();
  offsets.set(timeZone, known.set(quarter, offset));
  return offset;
}

function findOffset(timeZone: string, at: number): number {
  const name = zonedParts(at, timeZone).timeZoneName ?? "";
  const [, sign, hours, minutes] = /([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  const ahead = Number(hours ?? 0) + Number(minutes ?? 0) / 60;
  return sign === "-" ? -ahead : ahead;
}

/** Hours ahead of UTC without and with daylight saving; equal where there is none. */
export function offsetsOf(timeZone: string, at: number): { rawOffset: number; dstOffset: number } {
  const year = new Date(at).getUTCFullYear();
  const halves = [offsetAt(timeZone, Date.UTC(year, 0)), offsetAt(timeZone, Date.UTC(year, 6))];
  return { rawOffset: Math.min(...halves), dstOffset: Math.max(...halves) };
}
