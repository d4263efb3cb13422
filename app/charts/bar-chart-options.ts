import type { ChartOptions } from "chart.js";
import { CHART_GROUND } from "./palette.ts";
import {
  FONT,
  type Look,
  PLOT_OPTIONS,
  paddingBeside,
  type ValueAxes,
  type ValueAxis,
  valueScale,
} from "./plot-options.ts";

/**
 * Options that all bar charts share.
 * @param reach values that the first axis includes besides those of the bars
 */
export function barChartOptions(
  axes: ValueAxes,
  look: Look,
  reach = { min: 0, max: 0 },
): ChartOptions<"bar"> {
  const { colorOf } = look;
  return {
    ...PLOT_OPTIONS,
    layout: { padding: paddingBeside(axes) },
    scales: {
      x: {
        stacked: true,
        border: { color: colorOf(CHART_GROUND.axis) },
        grid: { display: false },
        ticks: {
          color: colorOf(CHART_GROUND.text),
          font: FONT,
          maxRotation: 0,
          autoSkipPadding: 12,
        },
      },
      start: {
        ...valueScale(axes.start.unit, "left", look),
        ...boundsOf(axes.start),
        ...(reach.max > 0 && { suggestedMax: reach.max }),
        ...(reach.min < 0 && { suggestedMin: reach.min }),
        stacked: true,
      },
      ...(axes.end && {
        end: { ...valueScale(axes.end.unit, "right", look), ...boundsOf(axes.end) },
      }),
    },
  };
}

/** Bars start at zero; a line on the second axis starts at its minimum. */
function boundsOf({ min, max, fromZero = false }: ValueAxis) {
  return {
    beginAtZero: fromZero,
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(fromZero ? { suggestedMax: 1 } : {}),
  };
}
