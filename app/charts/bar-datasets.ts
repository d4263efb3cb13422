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
  /** Values of the period before, drawn as outlines around the bars. */
  before?: readonly (number | null)[] | undefined;
  /** Bars with the same stack are drawn on top of each other. */
  stack: string;
  /** Whether values are drawn below zero. */
  isBelow?: boolean | undefined;
  /** Whether the values are a line on the second axis instead of bars. */
  isLine?: boolean | undefined;
};

type Value = number | null;
type Dataset = ChartDataset<"line" | "bar", Value[]> & { id: string; ghosts?: Value[] };

const LIGHT_ALPHA = "8c";
const PATTERN_PX = 6;
const LINE_WIDTH = 2;
const DOT_RADIUS = 2.5;
const MAX_BAR_PX = 44;
/** A bar with data for less of its time is hatched. */
export const WHOLE_FROM = 0.9;

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
  const { id, values, qualities, coverages, before, stack } = series;
  const { isBelow = false, isLine = false } = series;
  const isPartial = (place: number) => (coverages?.[place] ?? 1) < WHOLE_FROM;
  const signed = (value: Value) => (value === null || !isBelow ? value : 0 - value);
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
    data: values.map(signed),
    ...(before && { ghosts: before.map(signed) }),
    backgroundColor: qualities.map((quality, place) =>
      isPartial(place) && isSure(quality) ? hatch(color, false) : fillOf(quality, color),
    ),
    borderColor: color,
    borderWidth: qualities.map((quality, place) => (isSure(quality) && !isPartial(place) ? 0 : 1)),
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

/** Chart with the extent of its bars, in the pixels of the canvas. */
type GhostChart = {
  ctx: CanvasRenderingContext2D;
  data: { datasets: readonly unknown[] };
  scales: Record<string, { getPixelForValue: (value: number) => number } | undefined>;
  getDatasetMeta: (index: number) => {
    hidden: boolean | null;
    data: readonly { getProps: (names: string[], isFinal: boolean) => Record<string, unknown> }[];
  };
};

const GHOST_ALPHA = "26";
const GHOST_LINE_ALPHA = "a6";
/** How far an outline is wider than its bar on each side, px. */
const GHOST_MARGIN = 2;

/** Draws the values of the period before behind the bars, as dashed outlines that are a little wider. */
export function drawGhosts(chart: GhostChart): void {
  const { ctx, data, scales } = chart;
  const scale = scales.start;
  if (scale === undefined) return;
  ctx.save();
  ctx.setLineDash([3, 2]);
  for (const [index, dataset] of (data.datasets as Dataset[]).entries()) {
    const bars = chart.getDatasetMeta(index).data;
    for (const [place, ghost] of (dataset.ghosts ?? []).entries()) {
      const props = bars[place]?.getProps(["x", "width"], true);
      if (ghost === null || ghost === 0 || props === undefined) continue;
      const [x, width] = [Number(props.x), Number(props.width) + 2 * GHOST_MARGIN];
      const [top, base] = [scale.getPixelForValue(ghost), scale.getPixelForValue(0)];
      if (![x, width, top].every(Number.isFinite)) continue;
      const color = String(dataset.borderColor);
      const box = [x - width / 2, Math.min(top, base), width, Math.abs(base - top)] as const;
      ctx.fillStyle = color + GHOST_ALPHA;
      ctx.fillRect(...box);
      ctx.strokeStyle = color + GHOST_LINE_ALPHA;
      ctx.strokeRect(...box);
    }
  }
  ctx.restore();
}

/** Returns the least and the greatest value of the period before, which the axis includes. */
export function reachOfGhosts(series: readonly BarSeries[]): { min: number; max: number } {
  const ghosts = series.flatMap(({ before = [], isBelow = false }) =>
    before.map((value) => (isBelow ? 0 - (value ?? 0) : (value ?? 0))),
  );
  return { min: Math.min(0, ...ghosts), max: Math.max(0, ...ghosts) };
}
