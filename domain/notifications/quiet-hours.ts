import { firstInstantOf, offsetPeriodAt, zoneOffsetAt } from "../history/zone-offsets.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../units/durations.ts";
import type { QuietHours } from "./preferences.ts";

/** Returns the minutes after midnight of a time of day, as "22:00". */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/**
 * Returns whether the clocks of a zone show a time within quiet hours at an instant (ms UTC). Both passes of a repeated
 * hour are within them, and a missing hour shortens them. The weekday is that on which the window begins.
 * @param timeZone IANA name
 */
export function isQuiet({ from, to, weekdays }: QuietHours, timeZone: string, at: number): boolean {
  const local = at + zoneOffsetAt(timeZone, at);
  const minute = Math.floor((local - startOfDay(local)) / MINUTE_MS);
  const [begin, end] = [minutesOf(from), minutesOf(to)];
  const today = weekdayOf(local);
  const yesterday = weekdayOf(local - DAY_MS);
  if (begin < end) return weekdays.includes(today) && minute >= begin && minute < end;
  return (
    (weekdays.includes(today) && minute >= begin) || (weekdays.includes(yesterday) && minute < end)
  );
}

/** Returns the first instant from `at` on that is outside of quiet hours; both are ms UTC. */
export function endOfQuiet(hours: QuietHours, timeZone: string, at: number): number {
  const end = minutesOf(hours.to) * MINUTE_MS;
  let time = at;
  // A window lasts less than a day, and a change of the clocks splits it into two parts at most.
  while (isQuiet(hours, timeZone, time)) {
    const period = offsetPeriodAt(timeZone, time);
    const local = time + period.offset;
    const today = startOfDay(local) + end;
    const localEnd = today > local ? today : today + DAY_MS;
    time = Math.min(localEnd - period.offset, period.until);
  }
  return time;
}

/** Returns the first instant from `at` on (ms UTC) at which the clocks of a zone show a time of day. */
export function nextTimeOfDay(time: string, timeZone: string, at: number): number {
  const minutes = minutesOf(time) * MINUTE_MS;
  const day = startOfDay(at + zoneOffsetAt(timeZone, at) - HOUR_MS);
  for (const days of [0, 1, 2]) {
    const instant = firstInstantOf(timeZone, day + days * DAY_MS + minutes);
    if (instant >= at) return instant;
  }
  return at + DAY_MS;
}

function startOfDay(local: number): number {
  return Math.floor(local / DAY_MS) * DAY_MS;
}

/** Returns the day of the week of a local time, 1 (Monday) to 7. */
function weekdayOf(local: number): number {
  return new Date(local).getUTCDay() || 7;
}
