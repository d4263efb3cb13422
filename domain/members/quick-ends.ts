import { formatDay, parseDay, shiftDay } from "../history/local-days.ts";

const FRIDAY = 5;
const SUNDAY = 0;
/** 1970-01-01, day 0, was a Thursday. */
const weekdayOf = (day: number) => (day + 4) % 7;

export type QuickEnd = { kind: "weekday" | "week" | "month"; day: string };

/**
 * The most frequent last days of an access, after today at the site: the end of the working week, or of the weekend if
 * that is nearer, a week and a month later. Days are YYYY-MM-DD.
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
