import { DAY_MINUTES, type WeekInterval } from "#domain/settings/week-intervals.ts";
import { DAYS_PER_WEEK, daysOf, maskOf } from "#domain/settings/week-mask.ts";

/** Grid of the picture, minutes; exact times are typed. */
export const GRID_MINUTES = 15;

/** Returns the length of a used period, minutes. */
export function lengthOf({ start, end }: WeekInterval): number {
  return end > start ? end - start : end + DAY_MINUTES - start;
}

/** Returns the days of a mask, each moved by a number of days; Sunday is followed by Monday. */
export function rotateDays(mask: number, by: number): number {
  return maskOf(daysOf(mask).map((day) => modulo(day + by, DAYS_PER_WEEK)));
}

/**
 * Moves a period along the time. A start that passes midnight moves to the neighbouring day.
 * @returns null for a period of a whole day, which cannot begin at another time
 */
export function movePeriod<Row extends WeekInterval>(row: Row, minutes: number): Row | null {
  return withTimes(row, row.start + minutes, lengthOf(row));
}

/** Moves the start of a period; its end stays. Returns null if no period of at least one step remains. */
export function moveStart<Row extends WeekInterval>(row: Row, minutes: number): Row | null {
  return withTimes(row, row.start + minutes, lengthOf(row) - minutes);
}

/** Moves the end of a period; its start stays. Returns null if no period of at least one step remains. */
export function moveEnd<Row extends WeekInterval>(row: Row, minutes: number): Row | null {
  return withTimes(row, row.start, lengthOf(row) + minutes);
}

/** Moves a period to other days. */
export function moveDays<Row extends WeekInterval>(row: Row, by: number): Row {
  return { ...row, days: rotateDays(row.days, by) };
}

/** Lets a period end at its start: the row is not used then, and its other fields stay. */
export function clearPeriod<Row extends WeekInterval>(row: Row): Row {
  return { ...row, end: row.start };
}

/** Rounds minutes to the grid of the picture. */
export function toGrid(minutes: number): number {
  return Math.round(minutes / GRID_MINUTES) * GRID_MINUTES;
}

function withTimes<Row extends WeekInterval>(row: Row, from: number, length: number): Row | null {
  const start = modulo(from, DAY_MINUTES);
  const isWholeDay = length === DAY_MINUTES && start === 0;
  if (length < 1 || (length >= DAY_MINUTES && !isWholeDay)) return null;
  const until = start + length;
  return {
    ...row,
    start,
    end: until > DAY_MINUTES ? until - DAY_MINUTES : until,
    days: rotateDays(row.days, Math.floor(from / DAY_MINUTES)),
  };
}

function modulo(number: number, by: number): number {
  return ((number % by) + by) % by;
}
