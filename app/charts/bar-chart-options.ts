import type { ChartOptions } from "chart.js";
import type { Shade } from "../theme/palette.ts";
import { type AxisFormat, axisFormat } from "./axis-format.ts";
import { CHART_GROUND } from "./palette.ts";
import { AXIS_WIDTH, FONT, type ValueAxes, type ValueAxis } from "./time-chart-options.ts";

type Look = { language: string; colorOf: (shade: Shade) => string };

/** Options that all bar charts share. */
export function barChartOptions(axes: ValueAxes, look: Look): ChartOptions<"bar"> {
  const { colorOf } = look;
  const text = colorOf(CHART_GROUND.text);
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    events: [],
    layout: { padding: { top: 8, right: axes.end === undefined ? 12 : 0 } },
    scales: {
      x: {
        stacked: true,
        border: { color: colorOf(CHART_GROUND.axis) },
        grid: { display: false },
        ticks: { color: text, font: FONT, maxRotation: 0, autoSkipPadding: 12 },
      },
      start: { ...valueScale(axes.start, "left", look), stacked: true },
      ...(axes.end && { end: valueScale(axes.end, "right", look) }),
    },
  };
}

/** Bars start at zero; a line on the second axis starts at its minimum. */
function valueScale(axis: ValueAxis, position: "left" | "right", { language, colorOf }: Look) {
  const { unit, min, max, fromZero = false } = axis;
  let shown: AxisFormat = { unit, format: String };
  return {
    type: "linear" as const,
    position,
    beginAtZero: fromZero,
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(fromZero ? { suggestedMax: 1 } : {}),
    border: { display: false },
    grid: {
      color: colorOf(CHART_GROUND.grid),
      drawOnChartArea: position === "left",
      drawTicks: false,
    },
    beforeBuildTicks: (scale: { min: number; max: number }) => {
      shown = axisFormat(language, unit, Math.max(Math.abs(scale.min), Math.abs(scale.max)));
    },
    afterFit: (scale: { width: number }) => {
      scale.width = AXIS_WIDTH;
    },
    ticks: {
      color: colorOf(CHART_GROUND.text),
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
