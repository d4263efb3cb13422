import { offsetAt } from "#domain/sites/time-zone.ts";
import { DAY_MS, HOUR_MS } from "#domain/units/durations.ts";

export type LocalTime = {
  /** Whole local days since 1970-01-01. */
  day: number;
  /** Hour of the local day, with fractions. */
  hour: number;
  /** 0 Sunday to 6 Saturday. */
  weekday: number;
};

/** Offset of the zone from UTC, ms. */
function zoneOffset(at: number, timeZone: string): number {
  return offsetAt(timeZone, at) * HOUR_MS;
}

/** Converts an instant (ms UTC) to the local time of a zone. */
export function toLocalTime(at: number, timeZone: string): LocalTime {
  const local = at + zoneOffset(at, timeZone);
  const day = Math.floor(local / DAY_MS);
  return { day, hour: (local - day * DAY_MS) / HOUR_MS, weekday: (((day + 4) % 7) + 7) % 7 };
}

/** The first instant at which local clocks show this time of this day; null within the hour that spring skips. */
export function fromLocalTime(day: number, msOfDay: number, timeZone: string): number | null {
  const local = day * DAY_MS + msOfDay;
  const candidates = [local - DAY_MS / 2, local + DAY_MS / 2]
    .map((nearby) => local - zoneOffset(nearby, timeZone))
    .filter((at) => at + zoneOffset(at, timeZone) === local);
  return candidates.length === 0 ? null : Math.min(...candidates);
}
