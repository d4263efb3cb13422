import type { ChartData, ChartDataset } from "chart.js";
import type { Shade } from "../theme/palette.ts";
import type { DataQuality } from "./quality.tsx";

/** One value of every bar. */
export type BarSeries = {
  id: string;
  name: string;
  shade: Shade;
  unit: string;
  /** Null for a missing value. */
  values: readonly (number | null)[];
  qualities: readonly DataQuality[];
  /** Share of each bar's time that is covered by data, 0 to 1. */
  coverages?: readonly number[];
  /** Bars with the same stack are drawn on top of each other. */
  stack: string;
  /** Whether values are drawn below zero. */
  isBelow?: boolean | undefined;
  /** Whether the values are a line on the second axis instead of bars. */
  isLine?: boolean | undefined;
};

type Value = number | null;
type Dataset = ChartDataset<"line" | "bar", Value[]> & { id: string };

const LIGHT_ALPHA = "8c";
const PATTERN_PX = 6;
const LINE_WIDTH = 2;
const DOT_RADIUS = 2.5;
const MAX_BAR_PX = 44;

/** Datasets for chart.js: measured values are drawn opaque, all others lighter because they are less certain. */
export function barDatasets(
  series: readonly BarSeries[],
  colorOf: (shade: Shade) => string,
): ChartData<"line" | "bar"> & { datasets: Dataset[] } {
  const datasets = series.map((one) => drawSeries(one, colorOf(one.shade)));
  return { datasets: datasets.toSorted((one, other) => rank(one) - rank(other)) };
}

/** chart.js draws the first dataset on top. */
const rank = ({ type }: Dataset) => (type === "line" ? 0 : 1);

function drawSeries(series: BarSeries, color: string): Dataset {
  const { id, values, qualities, stack, isBelow = false, isLine = false } = series;
  if (isLine)
    return {
      id,
      type: "line",
      yAxisID: "end",
      data: [...values],
      borderColor: color,
      borderWidth: LINE_WIDTH,
      pointRadius: DOT_RADIUS,
      pointBackgroundColor: color,
      pointBorderWidth: 0,
      spanGaps: false,
    } as Dataset;
  return {
    id,
    type: "bar",
    yAxisID: "start",
    stack,
    data: values.map((value) => (value === null || !isBelow ? value : 0 - value)),
    backgroundColor: qualities.map((quality) => fillOf(quality, color)),
    borderColor: color,
    borderWidth: qualities.map((quality) => (isSure(quality) ? 0 : 1)),
    borderRadius: 2,
    maxBarThickness: MAX_BAR_PX,
    categoryPercentage: 0.82,
    barPercentage: 0.94,
  } as Dataset;
}

function isSure(quality: DataQuality): boolean {
  return quality === "measured" || quality === "derived" || quality === "imported";
}

function fillOf(quality: DataQuality, color: string): string | CanvasPattern {
  if (quality === "measured" || quality === "missing") return color;
  return quality === "derived" || quality === "imported"
    ? color + LIGHT_ALPHA
    : hatch(color, quality === "stale");
}

const hatches = new Map<string, CanvasPattern | string>();

/** Pattern of diagonal lines; dots for stale values. */
function hatch(color: string, isDotted: boolean): CanvasPattern | string {
  const name = `${color} ${isDotted}`;
  const known = hatches.get(name);
  if (known !== undefined) return known;
  const canvas = document.createElement("canvas");
  canvas.width = PATTERN_PX;
  canvas.height = PATTERN_PX;
  const pen = canvas.getContext("2d");
  if (pen !== null) drawHatch(pen, color, isDotted);
  const made = pen?.createPattern(canvas, "repeat") ?? color;
  hatches.set(name, made);
  return made;
}

function drawHatch(pen: CanvasRenderingContext2D, color: string, isDotted: boolean): void {
  pen.fillStyle = pen.strokeStyle = color;
  if (isDotted) {
    pen.fillRect(1, 1, 2, 2);
    return;
  }
  pen.lineWidth = 1.5;
  for (const shift of [-PATTERN_PX, 0, PATTERN_PX]) {
    pen.moveTo(shift, PATTERN_PX);
    pen.lineTo(shift + PATTERN_PX, 0);
  }
  pen.stroke();
}
