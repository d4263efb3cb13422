import { addUpEnergies, type Energy } from "#domain/history/energy.ts";
import { listDays, listPeriods, type Span } from "#domain/history/local-days.ts";
import { DAY_MS, HOUR_MS } from "#domain/units/durations.ts";
import {
  type Average,
  ENERGY_FLOWS,
  type Energies,
  type EnergyFlow,
  MAX_BUCKETS,
} from "#protocol/history/energies.ts";

const MAX_DAYS_OF_HOURS = 3;
const MAX_DAYS_OF_DAYS = 100;

export type BarUnit = "hour" | "day" | "month";

/** Chooses the unit of the bars of a span. A span of some days may have one hour more. */
export function barUnitOf({ from, to }: Span): BarUnit {
  const isUpTo = (days: number) => to - from <= days * DAY_MS + HOUR_MS;
  if (isUpTo(MAX_DAYS_OF_HOURS)) return "hour";
  return isUpTo(MAX_DAYS_OF_DAYS) ? "day" : "month";
}

type Read = (unit: BarUnit) => Promise<Energies | null>;

/**
 * Reads the energies of every hour, day or month that a span touches, clipped to the span. Months are summed from days
 * if the days fit into one answer.
 */
export async function readBars(span: Span, timeZone: string, read: Read): Promise<Energies | null> {
  const unit = barUnitOf(span);
  if (unit !== "month" || listDays(timeZone, span).length > MAX_BUCKETS) return read(unit);
  const days = await read("day");
  return days && addUpPeriods(days, "month", timeZone);
}

/** Sums days into months, or months into years. */
export function addUpPeriods(
  energies: Energies,
  unit: "month" | "year",
  timeZone: string,
): Energies {
  const { edges } = energies;
  const [from, to] = [edges[0] ?? 0, edges.at(-1) ?? 0];
  const starts = listPeriods(timeZone, unit, { from, to }).map((period) =>
    Math.max(period.from, from),
  );
  return addUpSpans(energies, [...starts, to]);
}

/**
 * Sums the buckets between each two instants.
 * @param ends instants at which buckets begin or end, ascending, ms UTC
 */
export function addUpSpans(days: Energies, ends: readonly number[]): Energies {
  const { edges } = days;
  const cuts = ends.map((at) => edges.indexOf(at));
  const lengths = edges.slice(1).map((end, place) => end - (edges[place] ?? 0));
  const each = <Value>(join: (first: number, end: number) => Value) =>
    ends.slice(1).map((_, place) => join(cuts[place] ?? 0, cuts[place + 1] ?? 0));
  const addUp = (energies: readonly Energy[]) =>
    each((first, end) => addUpEnergies(energies.slice(first, end), lengths.slice(first, end)));
  const average = (values: readonly Average[]) =>
    each((first, end) => averageOf(values.slice(first, end), lengths.slice(first, end)));
  return {
    edges: [...ends],
    flows: Object.fromEntries(
      ENERGY_FLOWS.map((flow) => [flow, addUp(days.flows[flow])]),
    ) as Record<EnergyFlow, Energy[]>,
    generatorRunTime: addUp(days.generatorRunTime),
    batterySoc: average(days.batterySoc),
    batteryVoltage: average(days.batteryVoltage),
  };
}

/** Weights days by the length of their known data. */
function averageOf(averages: readonly Average[], lengths: readonly number[]): Average {
  let sum = 0;
  let known = 0;
  let whole = 0;
  for (const [place, average] of averages.entries()) {
    const length = lengths[place] ?? 0;
    whole += length;
    if (average === null) continue;
    sum += average.value * average.coverage * length;
    known += average.coverage * length;
  }
  if (known === 0) return averages.findLast((average) => average !== null) ?? null;
  return { value: rounded(sum / known, 2), coverage: rounded(known / whole, 4) };
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));
