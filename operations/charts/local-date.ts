import { z } from "zod";
import {
  type CalendarUnit,
  dayOf,
  parseDay,
  periodAt,
  startOfDay,
} from "#domain/history/local-days.ts";
import { Problem } from "#domain/problem.ts";

/** Earliest day of stored samples (logger protocol). */
const FIRST_DAY = parseDay("2000-01-01") ?? 0;
const DAYS_AHEAD = 2;

/** A calendar date. An impossible one is refused with the field's name. */
export const localDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, "wrongValue")
  .optional()
  .describe("`yyyy-MM-dd`, a local day of the site; defaults to today");

/** Returns the local day, week (from Monday), month or year that contains a date, ms UTC. @throws Problem invalid */
export function readDate(
  date: string | undefined,
  unit: Exclude<CalendarUnit, "hour">,
  timeZone: string,
  now: number,
): { from: number; until: number } {
  const today = dayOf(timeZone, now);
  const day = date === undefined ? today : parseDay(date);
  if (day === null || day < FIRST_DAY || day > today + DAYS_AHEAD)
    throw new Problem("invalid", { fields: { date: "wrongValue" } });
  const { from, to } = periodAt(timeZone, unit, startOfDay(timeZone, day));
  return { from, until: to };
}
