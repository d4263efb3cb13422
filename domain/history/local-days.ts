import { DAY_MS, HOUR_MS } from "../units/durations.ts";
import { findLocalInstants, firstInstantOf, offsetPeriodAt, zoneOffsetAt } from "./zone-offsets.ts";

/** Days from a Monday to 1970-01-01, which was a Thursday. */
const MONDAY_SHIFT = 3;

/** Period from an instant to another, which is not included, ms UTC. */
export type Span = { from: number; to: number };
export type CalendarUnit = "hour" | "day" | "week" | "month" | "year";

/**
 * Returns the local day of an instant (ms UTC), counted from 1970-01-01 in every zone: 20,000 is 2024-10-04. A day
 * begins at the first instant at which the clocks show its date. It may have 23, 23.5 or 25 hours, or none at all if
 * the zone skipped the date.
 */
export function dayOf(timeZone: string, at: number): number {
  const { from, offset, before } = offsetPeriodAt(timeZone, at);
  const day = Math.floor((at + offset) / DAY_MS);
  if (before === null || before <= offset || at - from >= DAY_MS) return day;
  // If clocks go back over midnight, the date that had begun continues.
  return Math.max(day, Math.floor((from - 1 + before) / DAY_MS));
}

/** Returns the first instant of a local day, ms UTC. */
export function startOfDay(timeZone: string, day: number): number {
  return firstInstantOf(timeZone, day * DAY_MS);
}

/** Returns the period of a local day. */
export function daySpan(timeZone: string, day: number): Span {
  return { from: startOfDay(timeZone, day), to: startOfDay(timeZone, day + 1) };
}

/** Lists the local days that overlap a period, ascending, each with its whole period. */
export function listDays(timeZone: string, { from, to }: Span): (Span & { day: number })[] {
  const days: (Span & { day: number })[] = [];
  if (from >= to) return days;
  let day = dayOf(timeZone, from);
  let start = startOfDay(timeZone, day);
  while (start < to) {
    const end = startOfDay(timeZone, day + 1);
    if (end > start) days.push({ day, from: start, to: end });
    start = end;
    day += 1;
  }
  return days;
}

/** Returns the local hour, day, week (from Monday), month or year that contains an instant (ms UTC). */
export function periodAt(timeZone: string, unit: CalendarUnit, at: number): Span {
  if (unit === "hour") return hourAt(timeZone, at);
  const first = firstDayOf(unit, dayOf(timeZone, at));
  return {
    from: startOfDay(timeZone, first),
    to: startOfDay(timeZone, shiftDay(unit, first, 1)),
  };
}

/** Lists the local hours, days, weeks, months or years that overlap a period, ascending and without gaps. */
export function listPeriods(timeZone: string, unit: CalendarUnit, { from, to }: Span): Span[] {
  const periods: Span[] = [];
  if (from >= to) return periods;
  let period = periodAt(timeZone, unit, from);
  while (period.from < to) {
    periods.push(period);
    period = periodAt(timeZone, unit, period.to);
  }
  return periods;
}

/** Returns the first day of the day, week, month or year that contains a day. */
export function firstDayOf(unit: Exclude<CalendarUnit, "hour">, day: number): number {
  if (unit === "day") return day;
  if (unit === "week") return day - modulo(day + MONDAY_SHIFT, 7);
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), unit === "year" ? 0 : date.getUTCMonth()) / DAY_MS;
}

/** Adds days, weeks, months or years; the 31st becomes the last day of a shorter month. */
export function shiftDay(unit: Exclude<CalendarUnit, "hour">, day: number, by: number): number {
  if (unit === "day") return day + by;
  if (unit === "week") return day + 7 * by;
  const date = new Date(day * DAY_MS);
  const months = date.getUTCMonth() + (unit === "year" ? 12 * by : by);
  const first = Date.UTC(date.getUTCFullYear(), months) / DAY_MS;
  const length = Date.UTC(date.getUTCFullYear(), months + 1) / DAY_MS - first;
  return first + Math.min(date.getUTCDate(), length) - 1;
}

/**
 * Returns the local hour of an instant. An hour begins at a full hour of the clocks and at each change of them, which
 * may be by half an hour (Lord Howe Island).
 */
function hourAt(timeZone: string, at: number): Span {
  const { from, until, offset } = offsetPeriodAt(timeZone, at);
  const full = Math.floor((at + offset) / HOUR_MS) * HOUR_MS - offset;
  return { from: Math.max(full, from), to: Math.min(full + HOUR_MS, until) };
}

/**
 * Returns the instant (ms UTC) at which a zone's clocks show a time of a day: the first one if the time occurs twice. A
 * time that the clocks skip is counted from before the change: 02:30 becomes 03:30 in spring.
 */
export function instantAt(timeZone: string, day: number, msOfDay: number): number {
  const local = day * DAY_MS + msOfDay;
  const [first] = findLocalInstants(timeZone, local);
  if (first !== undefined) return first;
  const change = firstInstantOf(timeZone, local);
  return local - zoneOffsetAt(timeZone, change - 1);
}

/** Lists the instants (ms UTC) at which a zone's clocks show a time of a day: none, one or two. */
export function instantsAt(timeZone: string, day: number, msOfDay: number): number[] {
  return findLocalInstants(timeZone, day * DAY_MS + msOfDay);
}

/** Returns the time of day that a zone's clocks show at an instant, as ms since 0:00 of the clock. */
export function msOfDayAt(timeZone: string, at: number): number {
  return modulo(at + zoneOffsetAt(timeZone, at), DAY_MS);
}

/** Formats a day as YYYY-MM-DD. */
export function formatDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Parses YYYY-MM-DD into a day; null if there is no such date. */
export function parseDay(date: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return null;
  const at = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== date ? null : at / DAY_MS;
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
