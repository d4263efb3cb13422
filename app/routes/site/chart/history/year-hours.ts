import type { ApiAnswer } from "#app/api/api-types.ts";
import { WHOLE_FROM } from "#app/charts/bar-datasets.ts";
import type { DataQuality } from "#app/charts/quality.tsx";
import { msOfDayAt, parseDay } from "#domain/history/local-days.ts";
import { DAY_MS, HOUR_MS } from "#domain/units/durations.ts";

export type HoursAnswer = ApiAnswer<"POST /site/v2/chart/hours">;

export const HOURS = 24;
const MINUTES = 60;
/** Values above this share of all hours may lie beyond the scale, so that one outlier does not fade all others. */
const SCALED_SHARE = 0.998;
/** The greatest value lies beyond the scale only if it is this many times greater. */
const OUTLIER = 1.5;
const ROUND_TOPS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The hours of a year by day and hour of the clock: hour `h` of the year's day `d`, from 0, is cell `24 d + h`. */
export type YearHours = {
  /** Number of its first day, counted from 1970-01-01. */
  firstDay: number;
  /** Number of days of the year. */
  days: number;
  /** Number of cells that have begun. */
  passed: number;
  /** Energy of each cell that has begun, Wh; null without data. */
  values: readonly (number | null)[];
  /** Minutes of cells that have not 60 of them: 0 for a skipped hour, 120 for one that occurs twice. */
  minutes: ReadonlyMap<number, number>;
  /** Share of the time of incompletely covered cells that is covered by data, 0 to 1. */
  coverages: ReadonlyMap<number, number>;
  /** Qualities of cells that are neither measured nor derived. */
  qualities: ReadonlyMap<number, DataQuality>;
};

export function yearHoursOf({
  year,
  days,
  unusual,
  passedDateTime,
  timeZoneId,
}: HoursAnswer): YearHours {
  const firstDay = Date.UTC(year, 0) / DAY_MS;
  const cellOf = (date: string, hour: number) =>
    ((parseDay(date) ?? firstDay) - firstDay) * HOURS + hour;
  const lastDate = days.at(-1)?.date;
  const lastHour = Math.floor(msOfDayAt(timeZoneId, passedDateTime - 1) / HOUR_MS);
  const passed = lastDate === undefined ? 0 : cellOf(lastDate, lastHour) + 1;
  const values = new Array<number | null>(passed).fill(null);
  const coverages = new Map<number, number>();
  const qualities = new Map<number, DataQuality>();
  for (const { date, hours, coverage, quality } of days)
    for (let hour = 0; hour < HOURS; hour += 1) {
      const cell = cellOf(date, hour);
      const value = hours[hour] ?? null;
      if (value === null || cell >= passed) continue;
      values[cell] = value;
      const covered = coverage?.[hour] ?? 1;
      if (covered < 1) coverages.set(cell, covered);
      const known = quality?.[hour] ?? null;
      if (known !== null && known !== "measured" && known !== "derived") qualities.set(cell, known);
    }
  return {
    firstDay,
    days: Date.UTC(year + 1, 0) / DAY_MS - firstDay,
    passed,
    values,
    minutes: new Map(unusual.map(({ date, hour, minutes }) => [cellOf(date, hour), minutes])),
    coverages,
    qualities,
  };
}

/** Energy of a cell by which it is coloured: of an hour that occurs twice, the mean of both, Wh. */
export function energyPerHour({ values, minutes }: YearHours, cell: number): number | null {
  const value = values[cell] ?? null;
  const length = minutes.get(cell) ?? MINUTES;
  return value === null || length === 0 ? null : (value * MINUTES) / length;
}

/** Whether the energy of a cell is estimated, stale, or that of a part of its time. */
export function isUncertain({ qualities, coverages }: YearHours, cell: number): boolean {
  const quality = qualities.get(cell);
  return quality === "filled" || quality === "stale" || (coverages.get(cell) ?? 1) < WHOLE_FROM;
}

/** The end of the colour scale, Wh, and whether some hours lie beyond it. */
export function heatTopOf(hours: YearHours): { top: number; isExceeded: boolean } {
  const energies = hours.values
    .flatMap((_, cell) => energyPerHour(hours, cell) ?? [])
    .sort((one, other) => one - other);
  const greatest = energies.at(-1) ?? 0;
  const usual = energies[Math.floor((energies.length - 1) * SCALED_SHARE)] ?? 0;
  const isExceeded = usual > 0 && greatest > usual * OUTLIER;
  return { top: roundUp(isExceeded ? usual : greatest), isExceeded };
}

/** Rounds up to a number that reads well; zero becomes 1. */
function roundUp(value: number): number {
  if (value <= 0) return 1;
  const unit = 10 ** Math.floor(Math.log10(value));
  const found = ROUND_TOPS.find((one) => one * unit >= value * (1 - 1e-9));
  return (found ?? 10) * unit;
}

/** Returns the cell with the most energy; null if none has any. */
export function greatestCellOf(hours: YearHours): number | null {
  let found: number | null = null;
  let most = 0;
  for (let cell = 0; cell < hours.passed; cell += 1) {
    const energy = energyPerHour(hours, cell) ?? 0;
    if (energy <= most) continue;
    most = energy;
    found = cell;
  }
  return found;
}

/** Moves a cell by days and hours; it stays among those that have begun. */
export function moveCell(
  { passed, firstDay, days }: YearHours,
  cell: number,
  by: { days?: number; months?: number; hours?: number },
): number {
  const hour = Math.min(HOURS - 1, Math.max(0, (cell % HOURS) + (by.hours ?? 0)));
  const day =
    Math.floor(cell / HOURS) + (by.days ?? 0) + monthsAsDays(firstDay, cell, by.months ?? 0);
  const last = Math.floor((passed - 1) / HOURS);
  const bounded = Math.min(Math.min(days - 1, last), Math.max(0, day));
  return Math.min(passed - 1, bounded * HOURS + hour);
}

/** The number of days from the day of a cell to the same day of another month, or to its last one. */
function monthsAsDays(firstDay: number, cell: number, months: number): number {
  if (months === 0) return 0;
  const day = firstDay + Math.floor(cell / HOURS);
  const date = new Date(day * DAY_MS);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const length = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(length, date.getUTCDate())) / DAY_MS - day;
}
