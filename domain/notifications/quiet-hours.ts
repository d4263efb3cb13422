import { findLocalInstants, firstInstantOf, zoneOffsetAt } from "../history/zone-offsets.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../units/durations.ts";
import type { QuietHours } from "./preferences.ts";

/** Returns the minutes after midnight of a time of day, as "22:00". */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/** A window of quiet hours, ms UTC; the end is exclusive. */
type Window = { begin: number; end: number };

/**
 * Returns the windows of quiet hours that contain an instant (ms UTC). A window lasts from the first instant at which the
 * clocks show its beginning to the last one at which they show its end, so that it is not interrupted by a repeated hour
 * and has one digest. A missing hour shortens it. Its weekday is that on which it begins.
 */
function windowsAt({ from, to, weekdays }: QuietHours, timeZone: string, at: number): Window[] {
  const [begin, end] = [minutesOf(from) * MINUTE_MS, minutesOf(to) * MINUTE_MS];
  const today = startOfDay(at + zoneOffsetAt(timeZone, at));
  return [-1, 0, 1]
    .map((days) => today + days * DAY_MS)
    .filter((day) => weekdays.includes(weekdayOf(day)))
    .map((day) => ({
      begin: firstInstantOf(timeZone, day + begin),
      end: lastInstantOf(timeZone, day + end + (end > begin ? 0 : DAY_MS)),
    }))
    .filter((hours) => hours.begin <= at && at < hours.end);
}

/** Returns the last instant (ms UTC) at which a zone's clocks show a local time; if they skip it, that of the change. */
function lastInstantOf(timeZone: string, local: number): number {
  return findLocalInstants(timeZone, local).at(-1) ?? firstInstantOf(timeZone, local);
}

/**
 * Returns whether an instant (ms UTC) is within quiet hours.
 * @param timeZone IANA name
 */
export function isQuiet(hours: QuietHours, timeZone: string, at: number): boolean {
  return windowsAt(hours, timeZone, at).length > 0;
}

/** Returns the first instant from `at` on that is outside of quiet hours; both are ms UTC. */
export function endOfQuiet(hours: QuietHours, timeZone: string, at: number): number {
  let time = at;
  for (;;) {
    // The window of the next day may begin before the end of this one, if it lasts almost a day and an hour repeats.
    const ends = windowsAt(hours, timeZone, time).map(({ end }) => end);
    if (ends.length === 0) return time;
    time = Math.max(...ends);
  }
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
