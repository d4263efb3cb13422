import type { ApiAnswer } from "#app/api/api-types.ts";
import { type AnsweredSeries, withInstants } from "#app/charts/line-of-series.ts";
import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";

type DayAnswer = ApiAnswer<"POST /site/v2/chart/dayrecord/curve">;
type PeriodAnswer = ApiAnswer<"POST /site/v2/chart/periodrecord/curve">;
type DayRow = DayAnswer["list"][number];
type PowerField = Exclude<keyof DayRow, "datetime">;

const own = (register: string) => SITE_EQUIPMENT + register;
const GRID = own("0110");
const REGISTERS: Partial<Record<string, PowerField>> = {
  [own("0100")]: "solar",
  [own("0120")]: "acout",
  [own("0131")]: "batteryVoltage",
  [own("0132")]: "batteryCurrent",
  [own("0134")]: "batterySoc",
};
/** The site's own registers from which its powers are drawn. */
export const POWER_ADDRESSES: string[] = [GRID, ...Object.keys(REGISTERS)];

export type PowerSeries = Partial<Record<PowerField, AnsweredSeries>>;

/** Converts the rows of a day to one series per field, with the instants at which it has a value. */
export function seriesOfDay({ list }: Pick<DayAnswer, "list">): PowerSeries {
  const found: PowerSeries = {};
  for (const row of list)
    for (const name of Object.keys(row) as (keyof DayRow)[])
      if (name !== "datetime") addPoint(found, name, row);
  return found;
}

function addPoint(found: PowerSeries, name: PowerField, row: DayRow): void {
  const point = row[name];
  if (point === undefined) return;
  const { val, min, max, symbol, stale } = point;
  found[name] ??= { address: name, name: null, symbol, at: [], value: [] };
  const series = found[name];
  if (stale) addStale(series, row.datetime);
  series.at.push(row.datetime);
  series.value.push(val);
  if (min === undefined || max === undefined) return;
  series.min ??= [];
  series.max ??= [];
  series.min.push(min);
  series.max.push(max);
}

/** Adds a stale point; it extends the last period if the previous point is stale too. */
function addStale(series: AnsweredSeries, at: number): void {
  series.stale ??= [];
  const last = series.stale.at(-1);
  if (last !== undefined && last.to === series.at.at(-1)) last.to = at;
  else series.stale.push({ from: at, to: at });
}

/** Converts series of registers over a span; grid import and grid export become separate series, each ≥ 0. */
export function seriesOfPeriod({ series }: Pick<PeriodAnswer, "series">): PowerSeries {
  const found: PowerSeries = {};
  for (const one of series.map(withInstants)) {
    if (one.at.length === 0) continue;
    const field = REGISTERS[one.address];
    if (field !== undefined) found[field] = one;
    if (one.address !== GRID) continue;
    found.acin = sideOf(one, "acin", (value) => Math.max(0, value));
    // Avoids −0, because 0 − 0 is 0.
    found.acfeedback = sideOf(one, "acfeedback", (value) => Math.max(0, 0 - value));
  }
  return found;
}

function sideOf(
  grid: AnsweredSeries,
  address: PowerField,
  side: (value: number) => number,
): AnsweredSeries {
  const numbers = grid.value.map((value) => side(Number(value)));
  if (grid.min === undefined || grid.max === undefined) return { ...grid, address, value: numbers };
  const ends = grid.min.map((least, place) => [side(least), side(grid.max?.[place] ?? least)]);
  return {
    ...grid,
    address,
    value: numbers,
    min: ends.map((pair) => Math.min(...pair)),
    max: ends.map((pair) => Math.max(...pair)),
  };
}
