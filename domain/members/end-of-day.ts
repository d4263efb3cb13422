import { offsetAt } from "../sites/time-zone.ts";
import { DAY_MS, HOUR_MS } from "../units/durations.ts";
import { formatLocalDay } from "../units/local-time.ts";

/**
 * Returns the end of a day in a time zone, ms UTC: the first instant of the next day, also if clocks change then.
 * @param day YYYY-MM-DD
 */
export function endOfDay(day: string, timeZone: string): number {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  const asUtc = Date.parse(`${next}T00:00:00Z`);
  const candidates = [asUtc - DAY_MS, asUtc + DAY_MS]
    .map((near) => asUtc - offsetAt(timeZone, near) * HOUR_MS)
    .toSorted((one, other) => one - other);
  const [first = asUtc, last = asUtc] = candidates;
  return formatLocalDay(first, timeZone) >= next ? first : last;
}
