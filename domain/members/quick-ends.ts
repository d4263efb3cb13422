import { formatDay, parseDay, shiftDay } from "../history/local-days.ts";

const FRIDAY = 5;
const SUNDAY = 0;
/** Returns the weekday of a day, 0 for Sunday; day 0 (1970-01-01) was a Thursday. */
const weekdayOf = (day: number) => (day + 4) % 7;

/** Suggested last day of an access, YYYY-MM-DD. */
export type QuickEnd = { kind: "weekday" | "week" | "month"; day: string };

/**
 * Lists frequent last days of an access: the next Friday or Sunday after today, whichever is earlier, and the days one
 * week and one month after today.
 * @param today local day at the site, YYYY-MM-DD
 * @returns days as YYYY-MM-DD; empty if `today` is not a date
 */
export function quickEnds(today: string): QuickEnd[] {
  const now = parseDay(today);
  if (now === null) return [];
  let weekEnd = now + 1;
  while (weekdayOf(weekEnd) !== FRIDAY && weekdayOf(weekEnd) !== SUNDAY) weekEnd += 1;
  return [
    { kind: "weekday", day: formatDay(weekEnd) },
    { kind: "week", day: formatDay(shiftDay("week", now, 1)) },
    { kind: "month", day: formatDay(shiftDay("month", now, 1)) },
  ];
}
