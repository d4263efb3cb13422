import { DAY_MS } from "../units/durations.ts";
import { dayOf, firstDayOf, type Span, shiftDay, startOfDay } from "./local-days.ts";

const NORTH = ["winter", "spring", "summer", "autumn"] as const;
export type SeasonName = (typeof NORTH)[number];
/** A quarter of a year that begins with March, June, September or December, as meteorologists count seasons. */
export type Season = Span & {
  /** Null near the equator, or if the latitude is unknown. */
  name: SeasonName | null;
  /** Year in which it begins, and the one in which it ends. */
  years: readonly [number, number];
};

/** Between the tropics the sun makes no summer, degrees. */
const TROPIC = 23.44;
const MONTHS = 3;

/**
 * Lists the present season and those before it, the oldest first. The present one ends with the end of today.
 * @param now ms UTC
 * @param latitude degrees, null if unknown
 */
export function listSeasons(
  timeZone: string,
  now: number,
  latitude: number | null,
  count: number,
): Season[] {
  const today = dayOf(timeZone, now);
  const month = firstDayOf("month", today);
  const present = shiftDay("month", month, -(monthsOf(month) % MONTHS));
  return Array.from({ length: count }, (_, place) => {
    const first = shiftDay("month", present, MONTHS * (place + 1 - count));
    const end = Math.min(shiftDay("month", first, MONTHS), today + 1);
    return {
      from: startOfDay(timeZone, first),
      to: startOfDay(timeZone, end),
      name: nameOf(first, latitude),
      years: [yearOf(first), yearOf(shiftDay("month", first, MONTHS) - 1)],
    };
  });
}

/** Months since a December. */
function monthsOf(day: number): number {
  return (dateOf(day).getUTCMonth() + 1) % 12;
}

function yearOf(day: number): number {
  return dateOf(day).getUTCFullYear();
}

function dateOf(day: number): Date {
  return new Date(day * DAY_MS);
}

function nameOf(day: number, latitude: number | null): SeasonName | null {
  if (latitude === null || Math.abs(latitude) < TROPIC) return null;
  const place = monthsOf(day) / MONTHS + (latitude < 0 ? 2 : 0);
  return NORTH[place % NORTH.length] ?? null;
}
