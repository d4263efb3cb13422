import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "./durations.ts";
import { formatLocalDay } from "./local-time.ts";

/** Maximum age that is shown in days; above it the date is shown. */
const MAX_DAYS = 15;

/** Age of an instant in whole units. */
export type Distance =
  | { unit: "second" | "minute" | "hour" | "day"; count: number }
  | { unit: "date" };

/**
 * Returns how long before `now` the instant `at` was (both ms UTC), in the units of the specification, section 9; a
 * date after 15 days.
 */
export function distanceBetween(at: number, now: number): Distance {
  const past = Math.max(0, now - at);
  if (past < MINUTE_MS) return { unit: "second", count: Math.floor(past / SECOND_MS) };
  if (past < HOUR_MS) return { unit: "minute", count: Math.floor(past / MINUTE_MS) };
  if (past < DAY_MS) return { unit: "hour", count: Math.floor(past / HOUR_MS) };
  if (past <= MAX_DAYS * DAY_MS) return { unit: "day", count: Math.floor(past / DAY_MS) };
  return { unit: "date" };
}

/** Returns a text such as "3 minutes ago" in a language; "now" if the count is 0. */
export type AgeText = (unit: Exclude<Distance["unit"], "date">, count: number) => string;

/**
 * Formats an instant as "3 minutes ago", or as a date in the time zone after 15 days. A future instant counts as now.
 * @param at ms UTC
 * @param now ms UTC
 */
export function formatRelativeTime(
  at: number,
  now: number,
  timeZone: string,
  ageText: AgeText,
): string {
  const distance = distanceBetween(at, now);
  if (distance.unit === "date") return formatLocalDay(at, timeZone);
  return ageText(distance.unit, distance.count);
}

/** Returns the time until the text of `formatRelativeTime` changes, ms from `now`; null after it is a date. */
export function nextChangeIn(at: number, now: number): number | null {
  const { unit } = distanceBetween(at, now);
  if (unit === "date") return null;
  const step = { second: SECOND_MS, minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS }[unit];
  return step - (Math.max(0, now - at) % step);
}
