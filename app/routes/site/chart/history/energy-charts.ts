import type { ApiAnswer } from "#app/api/api-types.ts";
import { CHART_COLORS } from "#app/charts/palette.ts";
import type { Shade } from "#app/theme/palette.ts";

export type SummaryAnswer = ApiAnswer<"POST /site/v2/chart/comparison">;
export type EnergyChart = SummaryAnswer["chart"];

/** The charts of energies in the order of their buttons (specification, section 3). */
export const ENERGY_CHARTS: readonly EnergyChart[] = [
  "summary",
  "consumption",
  "solar",
  "acinput",
  "battery",
] as const;

/** A value of a chart and how it is drawn. Values without a stack appear in the table only. */
export type DrawnQuantity = {
  quantity: QuantityName;
  shade: Shade;
  /** Bars with the same stack are drawn on top of each other; `line` is a line on the second axis. */
  stack?: string;
  /** Whether values are drawn below zero. */
  isBelow?: boolean;
};

type Bar = SummaryAnswer["list"][number];
/** `load` is the same as `consumption`. */
export type QuantityName = Exclude<keyof Bar, "datetime" | "load" | "previous">;
/** A value, its quality, and the share of the time that is covered by data; null if missing. */
export type Quantity = NonNullable<Bar[QuantityName]>;

const { solar, directUse, load, grid, battery, generator, feedIn } = CHART_COLORS;
const { batteryCharge: charge, batteryLevel, acInput } = CHART_COLORS;

/** Each chart has a total and, beside it, the parts of the total. */
export const DRAWN: Record<EnergyChart, readonly DrawnQuantity[]> = {
  summary: [
    { quantity: "consumption", shade: load, stack: "consumption" },
    { quantity: "solar", shade: solar, stack: "solar" },
    { quantity: "acinput", shade: acInput, stack: "acinput" },
    { quantity: "battery", shade: battery, stack: "battery" },
  ],
  consumption: [
    { quantity: "consumption", shade: load, stack: "whole" },
    { quantity: "directuse", shade: directUse, stack: "parts" },
    { quantity: "battery", shade: battery, stack: "parts" },
    { quantity: "gridImport", shade: grid, stack: "parts" },
    { quantity: "generator", shade: generator, stack: "parts" },
    { quantity: "grid", shade: grid },
  ],
  solar: [
    { quantity: "solar", shade: solar, stack: "whole" },
    { quantity: "directuse", shade: directUse, stack: "parts" },
    { quantity: "batteryCharge", shade: charge, stack: "parts" },
    { quantity: "gridExport", shade: feedIn, stack: "parts" },
    { quantity: "solarToBattery", shade: charge },
  ],
  acinput: [
    { quantity: "acinput", shade: acInput, stack: "whole" },
    { quantity: "gridImport", shade: grid, stack: "parts" },
    { quantity: "generator", shade: generator, stack: "parts" },
    { quantity: "gridExport", shade: feedIn, stack: "parts", isBelow: true },
    { quantity: "grid", shade: grid },
    { quantity: "gridToBattery", shade: battery },
  ],
  battery: [
    { quantity: "battery", shade: battery, stack: "battery" },
    { quantity: "batteryCharge", shade: charge, stack: "battery", isBelow: true },
    { quantity: "batterysoc", shade: batteryLevel, stack: "line" },
    { quantity: "batteryvol", shade: batteryLevel, stack: "line" },
    { quantity: "solarToBattery", shade: solar },
    { quantity: "gridToBattery", shade: grid },
  ],
};
