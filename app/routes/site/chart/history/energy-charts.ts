import { CHART_COLORS } from "../../../../charts/palette.ts";
import type { Shade } from "../../../../theme/palette.ts";

/** The charts of energies (specification, section 3), as `chart/summary` names them. */
export const ENERGY_CHARTS = ["summary", "consumption", "solar", "acinput", "battery"] as const;
export type EnergyChart = (typeof ENERGY_CHARTS)[number];

/** A value of a chart and how it is drawn. Values without a stack appear in the table only. */
export type DrawnFigure = {
  figure: FigureName;
  shade: Shade;
  /** Bars with the same stack are drawn on top of each other; `line` is a line on the second axis. */
  stack?: string;
  /** Whether values are drawn below zero. */
  isBelow?: boolean;
};

export type FigureName =
  | ("consumption" | "solar" | "acinput" | "battery" | "batteryCharge" | "directuse")
  | ("grid" | "gridImport" | "gridExport" | "generator" | "solarToBattery" | "gridToBattery")
  | ("batterysoc" | "batteryvol");

const { solar, load, grid, battery, generator, feedIn } = CHART_COLORS;
const { batteryCharge: charge, batteryLevel, acInput } = CHART_COLORS;

/** A total, and beside it its parts. */
export const DRAWN: Record<EnergyChart, readonly DrawnFigure[]> = {
  summary: [
    { figure: "consumption", shade: load, stack: "consumption" },
    { figure: "solar", shade: solar, stack: "solar" },
    { figure: "acinput", shade: grid, stack: "acinput" },
    { figure: "battery", shade: battery, stack: "battery" },
  ],
  consumption: [
    { figure: "consumption", shade: load, stack: "whole" },
    { figure: "directuse", shade: solar, stack: "parts" },
    { figure: "battery", shade: battery, stack: "parts" },
    { figure: "gridImport", shade: grid, stack: "parts" },
    { figure: "generator", shade: generator, stack: "parts" },
    { figure: "grid", shade: grid },
  ],
  solar: [
    { figure: "solar", shade: solar, stack: "whole" },
    { figure: "directuse", shade: load, stack: "parts" },
    { figure: "batteryCharge", shade: charge, stack: "parts" },
    { figure: "gridExport", shade: feedIn, stack: "parts" },
    { figure: "solarToBattery", shade: charge },
  ],
  acinput: [
    { figure: "acinput", shade: acInput, stack: "whole" },
    { figure: "gridImport", shade: grid, stack: "parts" },
    { figure: "generator", shade: generator, stack: "parts" },
    { figure: "gridExport", shade: feedIn, stack: "parts", isBelow: true },
    { figure: "grid", shade: grid },
    { figure: "gridToBattery", shade: battery },
  ],
  battery: [
    { figure: "battery", shade: battery, stack: "battery" },
    { figure: "batteryCharge", shade: charge, stack: "battery", isBelow: true },
    { figure: "batterysoc", shade: batteryLevel, stack: "line" },
    { figure: "batteryvol", shade: batteryLevel, stack: "line" },
    { figure: "solarToBattery", shade: solar },
    { figure: "gridToBattery", shade: grid },
  ],
};
