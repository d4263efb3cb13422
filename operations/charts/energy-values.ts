import { z } from "zod";
import type { Energy, Quality } from "#domain/history/energy.ts";
import type { Average, Energies, Flow } from "#protocol/history/energies.ts";

/** Shared descriptions of the fields `quality` and `coverage`. */
export const QUALITIES =
  "measured: by the equipment's lifetime counter; derived: from its power, without a gap; filled: a gap was bridged or " +
  "left out of the sum, or a step of the counter was spread over more than one bucket; stale: from a power that was " +
  "only repeated, since nothing measured it any more; missing: `val` is null";
export const COVERAGE =
  "The share of the time, 0 to 1, that is covered by data; gaps that were bridged are not";

export const energyValue = z.object({
  val: z.number().nullable(),
  quality: z.enum(["measured", "derived", "filled", "stale", "missing"]).describe(QUALITIES),
  coverage: z.number().min(0).max(1).describe(COVERAGE),
});
/** The value of a quantity without data. */
export const MISSING = {
  val: null,
  quality: "missing",
  coverage: 0,
} as const satisfies EnergyValue;
export type EnergyValue = z.output<typeof energyValue>;

/** The values of a bar; Wh and ≥ 0 unless described otherwise. */
export const BAR_VALUES = {
  consumption: energyValue.describe("Wh that the loads took"),
  load: energyValue.describe("The same"),
  solar: energyValue.describe("Wh that the panels made"),
  acinput: energyValue.describe("Wh from grid and generator"),
  battery: energyValue.describe("Wh that the battery gave"),
  batteryCharge: energyValue.describe("Wh that the battery took"),
  directuse: energyValue.describe("Wh of solar energy that the loads took as it was made"),
  grid: energyValue.describe("Wh, + import, − export, one less the other"),
  gridImport: energyValue.describe("Wh"),
  gridExport: energyValue.describe("Wh"),
  generator: energyValue.describe("Wh"),
  solarToBattery: energyValue.describe("Wh; missing without a counter"),
  gridToBattery: energyValue.describe("Wh; missing without a counter"),
  batterysoc: energyValue.describe("%, average over the time that is known"),
  batteryvol: energyValue.describe("V, average over the time that is known"),
} as const;
export type BarValueName = keyof typeof BAR_VALUES;

/** The values of each chart. */
export const CHARTS = {
  summary: ["consumption", "solar", "acinput", "battery"],
  consumption: ["consumption", "load", "directuse", "battery", "grid", "gridImport", "generator"],
  solar: ["solar", "directuse", "batteryCharge", "gridExport", "solarToBattery"],
  acinput: ["acinput", "grid", "gridImport", "gridExport", "generator", "gridToBattery"],
  battery: [
    "battery",
    "batteryCharge",
    "solarToBattery",
    "gridToBattery",
    "batterysoc",
    "batteryvol",
  ],
} as const satisfies Record<string, readonly BarValueName[]>;
export type Chart = keyof typeof CHARTS;

type Flows = Record<Flow, Energy>;

/** Returns the flows of one bucket. */
export function flowsAt({ flows }: Pick<Energies, "flows">, place: number): Flows {
  const found = Object.entries(flows).map(([flow, energies]) => [flow, energies[place] ?? null]);
  return Object.fromEntries(found) as Flows;
}

/** Returns the values that are energies. */
export function energyValues(
  flows: Flows,
): Record<Exclude<BarValueName, "batterysoc" | "batteryvol">, EnergyValue> {
  const { gridImport, gridExport, generator } = flows;
  return {
    consumption: sumOf(flows.load),
    load: sumOf(flows.load),
    solar: sumOf(flows.solar),
    acinput: sumOf(gridImport, generator),
    battery: sumOf(flows.batteryDischarge),
    batteryCharge: sumOf(flows.batteryCharge),
    directuse: sumOf(flows.solarToLoad),
    grid: sumOf(gridImport, gridExport && { ...gridExport, value: -gridExport.value }),
    gridImport: sumOf(gridImport),
    gridExport: sumOf(gridExport),
    generator: sumOf(generator),
    solarToBattery: sumOf(flows.solarToBattery),
    gridToBattery: sumOf(flows.gridToBattery),
  };
}

/** Returns all values of one bucket. */
export function barValuesAt(energies: Energies, place: number): Record<BarValueName, EnergyValue> {
  return {
    ...energyValues(flowsAt(energies, place)),
    batterysoc: averaged(energies.batterySoc[place]),
    batteryvol: averaged(energies.batteryVoltage[place]),
  };
}

const WORST_FIRST: readonly Quality[] = ["stale", "filled", "derived", "measured"];

/** Sums energies. An unknown one adds nothing: a site without a generator has no gap. */
function sumOf(...energies: readonly Energy[]): EnergyValue {
  const known = energies.filter((energy) => energy !== null);
  const worst = WORST_FIRST.find((quality) => known.some((energy) => energy.quality === quality));
  if (worst === undefined) return MISSING;
  const sum = known.reduce((all, { value }) => all + value, 0);
  return {
    val: Number(sum.toFixed(3)),
    quality: worst,
    coverage: shareOf(Math.min(...known.map(({ coverage }) => coverage))),
  };
}

function averaged(average: Average | undefined): EnergyValue {
  if (average === null || average === undefined) return MISSING;
  return { val: average.value, quality: "measured", coverage: shareOf(average.coverage) };
}

/** Removes the binary rounding residue of summation. */
function shareOf(coverage: number): number {
  return Math.min(1, Math.max(0, Number(coverage.toFixed(4))));
}
