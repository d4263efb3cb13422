import { dayOf, firstDayOf, type Span, shiftDay, startOfDay } from "#domain/history/local-days.ts";
import type { ImportResult, Points } from "#domain/imports/import-result.ts";
import type { ImportFlow } from "#domain/imports/import-targets.ts";

/** Days of a period that are shown one by one; longer periods are shown by month. */
const MAX_DAYS = 62;

/** Energies of local days or months, Wh. */
export type PreviewBars = {
  unit: "day" | "month";
  /** Starts, ms UTC. */
  starts: number[];
  flows: Partial<Record<ImportFlow, number[]>>;
};

/** Sums the quarters of an hour of an import by local days, or by months if it is long. */
export function barsOfImport(
  { energies, from, until }: ImportResult,
  timeZone: string,
): PreviewBars {
  const first = dayOf(timeZone, from ?? 0);
  const last = dayOf(timeZone, (until ?? 1) - 1);
  const unit = last - first < MAX_DAYS ? "day" : "month";
  const starts: number[] = [];
  for (let day = firstDayOf(unit, first); day <= last; day = shiftDay(unit, day, 1))
    starts.push(startOfDay(timeZone, day));
  const flows: PreviewBars["flows"] = {};
  for (const [flow, points] of Object.entries(energies) as [ImportFlow, Points][])
    flows[flow] = sumBetween(points, starts);
  return { unit, starts, flows };
}

function sumBetween({ at, values }: Points, starts: readonly number[]): number[] {
  const sums = new Array<number>(starts.length).fill(0);
  let place = 0;
  for (let index = 0; index < at.length; index++) {
    while ((starts[place + 1] ?? Number.POSITIVE_INFINITY) <= (at[index] ?? 0)) place++;
    sums[place] = (sums[place] ?? 0) + (values[index] ?? 0);
  }
  return sums;
}

/** Returns the local day in the middle of an import. */
export function middleDay({ from, until }: ImportResult, timeZone: string): Span {
  const day = dayOf(timeZone, ((from ?? 0) + (until ?? 0)) / 2);
  return { from: startOfDay(timeZone, day), to: startOfDay(timeZone, day + 1) };
}
