import type { ChartOptions } from "chart.js";
import type { Span } from "#domain/history/local-days.ts";
import type { Shade } from "../theme/palette.ts";
import { type AxisFormat, axisFormat } from "./axis-format.ts";
import type { ChartLine } from "./chart-lines.ts";
import { rangeOf } from "./draw-lines.ts";
import { CHART_GROUND } from "./palette.ts";
import { tickLabel } from "./time-labels.ts";
import { chooseStep } from "./time-step.ts";
import { timeTicks } from "./time-ticks.ts";

/** Value axis on one side. */
export type ValueAxis = {
  /** Unit of what it measures. */
  unit: string;
  /** Bounds of the axis if they are not those of the values; with `fromZero` zero is always included. */
  min?: number;
  max?: number;
  fromZero?: boolean;
};
export type ValueAxes = { start: ValueAxis; end?: ValueAxis };

type Look = {
  language: string;
  timeZone: string;
  colorOf: (shade: Shade) => string;
  /** Width, px; a narrow chart has fewer labels. */
  width: number;
};

/** Room for the labels of an axis, px: equal on all charts, so that they are aligned with each other. */
export const AXIS_WIDTH = 52;
const LABEL_WIDTH = 74;
export const FONT = { family: "Inter, system-ui, sans-serif", size: 11 } as const;

/** Options that all charts over time share. */
export function timeChartOptions(
  span: Span,
  axes: ValueAxes,
  lines: readonly ChartLine[],
  { language, timeZone, colorOf, width }: Look,
): ChartOptions<"line"> {
  const inner = Math.max(120, width - AXIS_WIDTH * (axes.end === undefined ? 1.3 : 2));
  const step = chooseStep(span.to - span.from, Math.max(2, Math.floor(inner / LABEL_WIDTH)));
  const text = colorOf(CHART_GROUND.text);
  const line = colorOf(CHART_GROUND.grid);
  return {
    animation: false,
    parsing: false,
    normalized: true,
    responsive: true,
    maintainAspectRatio: false,
    events: [],
    layout: { padding: { top: 8, right: axes.end === undefined ? 12 : 0 } },
    scales: {
      x: {
        type: "linear",
        min: span.from,
        max: span.to,
        border: { color: colorOf(CHART_GROUND.axis) },
        grid: { color: line, tickColor: line },
        afterBuildTicks: (scale) => {
          scale.ticks = timeTicks(timeZone, span, step).map((value) => ({ value }));
        },
        ticks: {
          autoSkip: false,
          maxRotation: 0,
          color: text,
          font: FONT,
          callback: (at) => tickLabel(language, timeZone, Number(at), step),
        },
      },
      start: valueScale(
        axes.start,
        "left",
        {
          language,
          text,
          line,
        },
        rangeOf(lines, "start", span),
      ),
      ...(axes.end && {
        end: valueScale(axes.end, "right", { language, text, line }, rangeOf(lines, "end", span)),
      }),
    },
  };
}

type ValueLook = { language: string; text: string; line: string };

/** Bounds of a value axis with one unit. */
export type Range = { least: number; greatest: number } | null;

/**
 * Room above and below the values; the axis ends at a round number beyond it, so a larger value could double the axis.
 */
const GRACE = 0.01;

/** Bounds of an axis; flat or missing data gets a range of one unit. */
function limitsOf({ min, max, fromZero = false }: ValueAxis, range: Range) {
  const least = Math.min(range?.least ?? 0, ...(fromZero ? [0] : []));
  const greatest = Math.max(range?.greatest ?? 1, ...(fromZero ? [0] : []));
  const room = (greatest - least) * GRACE || 0.5;
  return {
    ...(min === undefined ? { suggestedMin: fromZero && least === 0 ? 0 : least - room } : { min }),
    ...(max === undefined
      ? { suggestedMax: fromZero && greatest === 0 ? 0 : greatest + room }
      : { max }),
  };
}

/** @param range bounds of values that are drawn by hand; null if chart.js knows them */
function valueScale(
  axis: ValueAxis,
  position: "left" | "right",
  { language, text, line }: ValueLook,
  range: Range = null,
) {
  const { unit } = axis;
  let shown: AxisFormat = { unit, format: String };
  return {
    type: "linear" as const,
    position,
    ...limitsOf(axis, range),
    border: { display: false },
    grid: { color: line, drawOnChartArea: position === "left", drawTicks: false },
    title: { display: false },
    beforeBuildTicks: (scale: { min: number; max: number }) => {
      shown = axisFormat(language, unit, Math.max(Math.abs(scale.min), Math.abs(scale.max)));
    },
    afterFit: (scale: { width: number }) => {
      scale.width = AXIS_WIDTH;
    },
    ticks: {
      color: text,
      font: FONT,
      padding: 6,
      maxTicksLimit: 6,
      callback: (value: string | number, index: number, ticks: readonly unknown[]) =>
        index === ticks.length - 1 && shown.unit !== ""
          ? `${shown.format(Number(value))} ${shown.unit}`
          : shown.format(Number(value)),
    },
  };
}
