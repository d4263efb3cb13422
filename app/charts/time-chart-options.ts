import type { ChartOptions } from "chart.js";
import type { Span } from "#domain/history/local-days.ts";
import type { ChartLine } from "./chart-lines.ts";
import { rangeOf } from "./draw-lines.ts";
import {
  AXIS_WIDTH,
  type Look,
  PLOT_OPTIONS,
  paddingBeside,
  timeScale,
  type ValueAxes,
  type ValueAxis,
  valueScale,
} from "./plot-options.ts";
import { tickLabel } from "./time-labels.ts";
import { chooseStep } from "./time-step.ts";
import { timeTicks } from "./time-ticks.ts";

const LABEL_WIDTH = 74;

/**
 * Options that all charts of curves share.
 * @param look `width` in px: a narrow chart has fewer labels
 */
export function timeChartOptions(
  span: Span,
  axes: ValueAxes,
  lines: readonly ChartLine[],
  look: Look & { timeZone: string; width: number },
): ChartOptions<"line"> {
  const { language, timeZone, colorOf, width } = look;
  const inner = Math.max(120, width - AXIS_WIDTH * (axes.end === undefined ? 1.3 : 2));
  const step = chooseStep(span.to - span.from, Math.max(2, Math.floor(inner / LABEL_WIDTH)));
  const labelOf = (at: number) => tickLabel(language, timeZone, at, step);
  const scaleOf = (axis: ValueAxis, name: "start" | "end") => ({
    ...valueScale(axis.unit, name === "start" ? "left" : "right", look),
    ...limitsOf(axis, rangeOf(lines, name, span)),
  });
  return {
    ...PLOT_OPTIONS,
    parsing: false,
    normalized: true,
    layout: { padding: paddingBeside(axes) },
    scales: {
      x: timeScale(span, timeTicks(timeZone, span, step), labelOf, colorOf),
      start: scaleOf(axes.start, "start"),
      ...(axes.end && { end: scaleOf(axes.end, "end") }),
    },
  };
}

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
