import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "./durations.ts";
import { formatLocalDay } from "./local-time.ts";

const MAX_DAYS = 15;

export type Distance =
  | { unit: "second" | "minute" | "hour" | "day"; count: number }
  | { unit: "date" };

/**
 * Returns how long ago `at` was (both ms UTC), in the unit of the specification, section 9: past 15 days the date is
 * shown.
 */
export function distanceBetween(at: number, now: number): Distance {
  const past = Math.max(0, now - at);
  if (past < MINUTE_MS) return { unit: "second", count: Math.floor(past / SECOND_MS) };
  if (past < HOUR_MS) return { unit: "minute", count: Math.floor(past / MINUTE_MS) };
  if (past < DAY_MS) return { unit: "hour", count: Math.floor(past / HOUR_MS) };
  if (past <= MAX_DAYS * DAY_MS) return { unit: "day", count: Math.floor(past / DAY_MS) };
  return { unit: "date" };
}

/** "3 minutes ago" in the words of a language; "now" where the count is 0. */
export type AgeText = (unit: Exclude<Distance["unit"], "date">, count: number) => string;

/** "3 minutes ago", or the date in the time zone given. What lies ahead counts as now. */
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

/** When the text of `formatRelativeTime` changes next, in ms from now; null once it is a date. */
export function nextChangeIn(at: number, now: number): number | null {
  const { unit } = distanceBetween(at, now);
  if (unit === "date") return null;
  const step = { second: SECOND_MS, minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS }[unit];
  return step - (Math.max(0, now - at) % step);
}
