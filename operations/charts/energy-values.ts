import { z } from "zod";
import type { Energy, Quality } from "#domain/history/energy.ts";
import type { Average, Energies, EnergyFlow } from "#protocol/history/energies.ts";

/** Shared descriptions of the fields `quality` and `coverage`. */
export const QUALITIES =
  "measured: from the equipment's lifetime counter; derived: from its power, without a gap; imported: from a file of " +
  "another portal, at least in part; filled: a gap was bridged " +
  "or omitted from the sum, or a step of the counter was spread over several buckets; stale: from a power that the " +
  "device only repeats because it no longer measures; missing: `val` is null";
export const COVERAGE = "Share of the time with data, 0 to 1; bridged gaps do not count";

export const energyValue = z.object({
  val: z.number().nullable(),
  quality: z
    .enum(["measured", "derived", "imported", "filled", "stale", "missing"])
    .describe(QUALITIES),
  coverage: z.number().min(0).max(1).describe(COVERAGE),
});
/** The value of a quantity without data. */
export const MISSING = {
  val: null,
  quality: "missing",
  coverage: 0,
} as const satisfies EnergyValue;
export type EnergyValue = z.output<typeof energyValue>;

/** The values of a bar. They are in Wh and not negative unless described otherwise. */
export const BAR_VALUES = {
  consumption: energyValue.describe("Energy consumed by the loads, Wh"),
  load: energyValue.describe("Equal to `consumption`"),
  solar: energyValue.describe("Energy produced by the panels, Wh"),
  acinput: energyValue.describe("Energy from grid and generator, Wh"),
  battery: energyValue.describe("Energy discharged from the battery, Wh"),
  batteryCharge: energyValue.describe("Energy charged into the battery, Wh"),
  directuse: energyValue.describe("Solar energy used directly by the loads, Wh"),
  grid: energyValue.describe("Grid import minus grid export, Wh"),
  gridImport: energyValue.describe("Wh"),
  gridExport: energyValue.describe("Wh"),
  generator: energyValue.describe("Wh"),
  solarToBattery: energyValue.describe("Wh; missing without a counter"),
  gridToBattery: energyValue.describe("Wh; missing without a counter"),
  batterysoc: energyValue.describe("Average over the time with data, %"),
  batteryvol: energyValue.describe("Average over the time with data, V"),
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

type Flows = Record<EnergyFlow, Energy>;

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

const WORST_FIRST: readonly Quality[] = ["stale", "filled", "imported", "derived", "measured"];

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
