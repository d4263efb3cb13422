import { z } from "zod";
import type { Energy, Quality } from "#domain/history/energy.ts";
import type { Energies, Flow } from "#protocol/history/energies.ts";

/** What the description of each of these calls says, once. */
export const QUALITIES =
  "measured: by the equipment's lifetime counter; derived: from its power; filled: a gap of it was filled by a straight " +
  "line or is left out of the sum; stale: from a power that was only repeated, since nothing measured it any more; " +
  "missing: `val` is null";

export const figure = z.object({
  val: z.number().nullable(),
  quality: z.enum(["measured", "derived", "filled", "stale", "missing"]).describe(QUALITIES),
});
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
  if (worst === undefined) return { val: null, quality: "missing" };
  const sum = known.reduce((all, { value }) => all + value, 0);
  return { val: Number(sum.toFixed(3)), quality: worst };
}

function averaged(value: number | null | undefined): Figure {
  return value === null || value === undefined
    ? { val: null, quality: "missing" }
    : { val: value, quality: "measured" };
}
