import { CHART_COLORS } from "../../../../charts/palette.ts";
import type { Shade } from "../../../../theme/palette.ts";

/** The charts of energies (specification, section 3), as `chart/summary` names them. */
export const ENERGY_CHARTS = ["summary", "consumption", "solar", "acinput", "battery"] as const;
export type EnergyChart = (typeof ENERGY_CHARTS)[number];

/** A value of a chart and how it is drawn. Values without a stack appear in the table only. */
export type DrawnQuantity = {
  quantity: QuantityName;
  shade: Shade;
  /** Bars with the same stack are drawn on top of each other; `line` is a line on the second axis. */
  stack?: string;
  /** Whether values are drawn below zero. */
  isBelow?: boolean;
};

export type QuantityName =
  | ("consumption" | "solar" | "acinput" | "battery" | "batteryCharge" | "directuse")
  | ("grid" | "gridImport" | "gridExport" | "generator" | "solarToBattery" | "gridToBattery")
  | ("batterysoc" | "batteryvol");

const { solar, load, grid, battery, generator, feedIn } = CHART_COLORS;
const { batteryCharge: charge, batteryLevel, acInput } = CHART_COLORS;

/** A total, and beside it its parts. */
export const DRAWN: Record<EnergyChart, readonly DrawnQuantity[]> = {
  summary: [
    { quantity: "consumption", shade: load, stack: "consumption" },
    { quantity: "solar", shade: solar, stack: "solar" },
    { quantity: "acinput", shade: grid, stack: "acinput" },
    { quantity: "battery", shade: battery, stack: "battery" },
  ],
  consumption: [
    { quantity: "consumption", shade: load, stack: "whole" },
    { quantity: "directuse", shade: solar, stack: "parts" },
    { quantity: "battery", shade: battery, stack: "parts" },
    { quantity: "gridImport", shade: grid, stack: "parts" },
    { quantity: "generator", shade: generator, stack: "parts" },
    { quantity: "grid", shade: grid },
  ],
  solar: [
    { quantity: "solar", shade: solar, stack: "whole" },
    { quantity: "directuse", shade: load, stack: "parts" },
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
