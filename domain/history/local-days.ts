import { DAY_MS, HOUR_MS } from "../units/durations.ts";
import { firstInstantOf, instantsOf, offsetPeriodAt, zoneOffsetAt } from "./zone-offsets.ts";

/** 1970-01-01 was a Thursday. */
const MONDAY_SHIFT = 3;

/** From an instant to another, the latter not included, ms UTC. */
export type Span = { from: number; to: number };
export type CalendarUnit = "hour" | "day" | "week" | "month" | "year";

/**
 * Local days are counted from 1970-01-01, whatever the zone: 20,000 is 2024-10-04 everywhere. A day begins at the first
 * instant at which the clocks show its date, so it may have 23 or 25 hours, 23.5, or none at all where a date was left out.
 */
export function dayOf(timeZone: string, at: number): number {
  const { from, offset, before } = offsetPeriodAt(timeZone, at);
  const day = Math.floor((at + offset) / DAY_MS);
  if (before === null || before <= offset || at - from >= DAY_MS) return day;
  // Where clocks go back over midnight, the date that had begun goes on.
  return Math.max(day, Math.floor((from - 1 + before) / DAY_MS));
}

/** The first instant of a local day. */
export function startOfDay(timeZone: string, day: number): number {
  return firstInstantOf(timeZone, day * DAY_MS);
}

export function daySpan(timeZone: string, day: number): Span {
  return { from: startOfDay(timeZone, day), to: startOfDay(timeZone, day + 1) };
}

/** The local days that have an instant in a span, ascending, each with all of its own span. */
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

/** The local hour, day, week (from Monday), month or year that an instant lies in. */
export function periodAt(timeZone: string, unit: CalendarUnit, at: number): Span {
  if (unit === "hour") return hourAt(timeZone, at);
  const first = firstDayOf(unit, dayOf(timeZone, at));
  return {
    from: startOfDay(timeZone, first),
    to: startOfDay(timeZone, shiftDay(unit, first, 1)),
  };
}

/** The local hours, days, weeks, months or years that have an instant in a span, ascending, without gaps. */
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

/** The first day of the day, week, month or year that a day belongs to. */
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
 * An hour begins where the clocks show a full one, and where they are changed: half an hour is left out and repeated on
 * Lord Howe Island.
 */
function hourAt(timeZone: string, at: number): Span {
  const { from, until, offset } = offsetPeriodAt(timeZone, at);
  const full = Math.floor((at + offset) / HOUR_MS) * HOUR_MS - offset;
  return { from: Math.max(full, from), to: Math.min(full + HOUR_MS, until) };
}

/**
 * The instant at which a zone's clocks show a time of a day. One that occurs twice is its first; one that is left out
 * counts on from before: 02:30 in a spring without it is 03:30.
 */
export function instantAt(timeZone: string, day: number, msOfDay: number): number {
  const local = day * DAY_MS + msOfDay;
  const [first] = instantsOf(timeZone, local);
  if (first !== undefined) return first;
  const change = firstInstantOf(timeZone, local);
  return local - zoneOffsetAt(timeZone, change - 1);
}

/** Every instant at which a zone's clocks show a time of a day: none, one or two. */
export function instantsAt(timeZone: string, day: number, msOfDay: number): number[] {
  return instantsOf(timeZone, day * DAY_MS + msOfDay);
}

/** What a zone's clocks show at an instant: ms since the date began, or would have by the clock. */
export function msOfDayAt(timeZone: string, at: number): number {
  return modulo(at + zoneOffsetAt(timeZone, at), DAY_MS);
}

/** YYYY-MM-DD. */
export function formatDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** A day from YYYY-MM-DD; null where there is no such date. */
export function parseDay(date: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return null;
  const at = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== date ? null : at / DAY_MS;
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
