import { z } from "zod";
import type { Energy, Quality } from "#domain/history/energy.ts";
import type { Average, Energies, Flow } from "#protocol/history/energies.ts";

/** What the description of each of these calls says, once. */
export const QUALITIES =
  "measured: by the equipment's lifetime counter; derived: from its power, without a gap; filled: a gap was bridged or " +
  "left out of the sum, or a step of the counter was spread over more than one bucket; stale: from a power that was " +
  "only repeated, since nothing measured it any more; missing: `val` is null";
export const COVERAGE =
  "The share of the time, 0 to 1, that is covered by data; gaps that were bridged are not";

export const figure = z.object({
  val: z.number().nullable(),
  quality: z.enum(["measured", "derived", "filled", "stale", "missing"]).describe(QUALITIES),
  coverage: z.number().min(0).max(1).describe(COVERAGE),
});
/** Of which nothing is known. */
export const MISSING = { val: null, quality: "missing", coverage: 0 } as const satisfies Figure;
export type Figure = z.output<typeof figure>;

/** The figures of a bar, Wh and ≥ 0 where nothing else is said. */
export const FIGURES = {
  consumption: figure.describe("Wh that the loads took"),
  load: figure.describe("The same"),
  solar: figure.describe("Wh that the panels made"),
  acinput: figure.describe("Wh from grid and generator"),
  battery: figure.describe("Wh that the battery gave"),
  batteryCharge: figure.describe("Wh that the battery took"),
  directuse: figure.describe("Wh of solar energy that the loads took as it was made"),
  grid: figure.describe("Wh, + import, − export, one less the other"),
  gridImport: figure.describe("Wh"),
  gridExport: figure.describe("Wh"),
  generator: figure.describe("Wh"),
  solarToBattery: figure.describe("Wh; missing where no counter tells it"),
  gridToBattery: figure.describe("Wh; missing where no counter tells it"),
  batterysoc: figure.describe("%, average over the time that is known"),
  batteryvol: figure.describe("V, average over the time that is known"),
} as const;
export type FigureName = keyof typeof FIGURES;

/** What each chart shows. */
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
} as const satisfies Record<string, readonly FigureName[]>;
export type Chart = keyof typeof CHARTS;

type Flows = Record<Flow, Energy>;

/** The flows of one bucket. */
export function flowsAt({ flows }: Pick<Energies, "flows">, place: number): Flows {
  const found = Object.entries(flows).map(([flow, energies]) => [flow, energies[place] ?? null]);
  return Object.fromEntries(found) as Flows;
}

/** The figures that are energies. */
export function energyFigures(
  flows: Flows,
): Record<Exclude<FigureName, "batterysoc" | "batteryvol">, Figure> {
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

/** All figures of one bucket. */
export function figuresAt(energies: Energies, place: number): Record<FigureName, Figure> {
  return {
    ...energyFigures(flowsAt(energies, place)),
    batterysoc: averaged(energies.batterySoc[place]),
    batteryvol: averaged(energies.batteryVoltage[place]),
  };
}

const WORST_FIRST: readonly Quality[] = ["stale", "filled", "derived", "measured"];

/** A site without a generator, say, is no gap: what nobody knows adds nothing. */
function sumOf(...energies: readonly Energy[]): Figure {
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

function averaged(average: Average | undefined): Figure {
  if (average === null || average === undefined) return MISSING;
  return { val: average.value, quality: "measured", coverage: shareOf(average.coverage) };
}

/** Without what adding up shares in binary left. */
function shareOf(coverage: number): number {
  return Math.min(1, Math.max(0, Number(coverage.toFixed(4))));
}
