import type { Quality } from "#domain/history/energy.ts";
import { dayOf, formatDay, listPeriods, msOfDayAt, type Span } from "#domain/history/local-days.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import type { HourEnergies } from "#protocol/history/hours.ts";

export const HOURS_A_DAY = 24;
/** An hour is whole from this share of its time. */
const WHOLE_FROM = 0.995;
/** Qualities that a value has unless it is marked. */
const SURE: readonly (Quality | null)[] = ["measured", "derived", null];

/** A local day; its lists have an entry for each hour of the clock, from 0:00. */
export type DayOfHours = {
  /** `yyyy-MM-dd` */
  date: string;
  /** Wh; null without data, and for an hour that the clocks skipped. */
  hours: (number | null)[];
  /** Absent if all hours with a value are covered completely. */
  coverage?: number[];
  /** Absent if all values are measured or derived. */
  quality?: (Quality | null)[];
};
/** An hour of the clock that has not 60 minutes: one that was skipped, that occurs twice, or a part of one. */
export type UnusualHour = { date: string; hour: number; minutes: number };

/**
 * Arranges the energies of local hours by day and hour of the clock. Of an hour that occurs twice, when clocks are
 * turned back, both are added up, so that all values add up to the energy of the span. Values are whole Wh for the same
 * reason: each is rounded together with those before it.
 * @param span the local hours that were read; it begins with a day
 */
export function arrangeHours(
  read: HourEnergies,
  timeZone: string,
  span: Span,
): { days: DayOfHours[]; unusual: UnusualHour[] } {
  const days = new Map<number, Cell[]>();
  let [exact, whole] = [0, 0];
  for (const [place, { from, to }] of listPeriods(timeZone, "hour", span).entries()) {
    const day = dayOf(timeZone, from);
    const cells = days.get(day) ?? Array.from({ length: HOURS_A_DAY }, emptyCell);
    days.set(day, cells);
    const cell = cells[Math.floor(msOfDayAt(timeZone, from) / HOUR_MS)];
    if (cell === undefined) continue;
    cell.ms += to - from;
    const value = read.values[place] ?? null;
    if (value === null) continue;
    exact += value;
    const rounded = Math.round(exact) - whole;
    whole += rounded;
    cell.value = (cell.value ?? 0) + rounded;
    cell.covered += (read.coverages[place] ?? 0) * (to - from);
    const quality = read.qualities[place] ?? null;
    if (cell.quality === null || !SURE.includes(quality)) cell.quality = quality;
  }
  const last = Math.max(...days.keys());
  const until = Math.floor(msOfDayAt(timeZone, span.to - 1) / HOUR_MS);
  return {
    days: [...days].map(([day, cells]) => describeDay(day, cells)),
    unusual: [...days].flatMap(([day, cells]) =>
      cells.flatMap(({ ms }, hour) =>
        ms === HOUR_MS || (day === last && hour > until)
          ? []
          : [{ date: formatDay(day), hour, minutes: ms / MINUTE_MS }],
      ),
    ),
  };
}

type Cell = { value: number | null; ms: number; covered: number; quality: Quality | null };

const emptyCell = (): Cell => ({ value: null, ms: 0, covered: 0, quality: null });

function describeDay(day: number, cells: readonly Cell[]): DayOfHours {
  const coverage = cells.map(({ ms, covered }) => (ms === 0 ? 0 : covered / ms));
  const isWhole = cells.every(
    ({ value }, hour) => value === null || (coverage[hour] ?? 0) >= WHOLE_FROM,
  );
  const isSure = cells.every(({ quality }) => SURE.includes(quality));
  return {
    date: formatDay(day),
    hours: cells.map(({ value }) => value),
    ...(!isWhole && { coverage: coverage.map((share) => Number(Math.min(1, share).toFixed(2))) }),
    ...(!isSure && { quality: cells.map(({ quality }) => quality) }),
  };
}
