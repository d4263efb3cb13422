import type { Span } from "#domain/history/local-days.ts";
import { formatNumber } from "#domain/units/format-number.ts";
import { scaleQuantity } from "#domain/units/scale.ts";
import type { Shade } from "../theme/palette.ts";
import { CHART_GROUND } from "./palette.ts";

/** Value axis on one side. */
export type ValueAxis = {
  /** Unit of its values. */
  unit: string;
  /** Bounds of the axis if they are not those of the values; with `fromZero` zero is always included. */
  min?: number;
  max?: number;
  fromZero?: boolean;
};
export type ValueAxes = { start: ValueAxis; end?: ValueAxis };

export type Look = { language: string; colorOf: (shade: Shade) => string };

/** Room for the labels of an axis, px: equal on all charts, so that they are aligned with each other. */
export const AXIS_WIDTH = 52;
export const FONT = { family: "Inter, system-ui, sans-serif", size: 11 } as const;

/** Options that all charts share; gestures and the cursor are our own. */
export const PLOT_OPTIONS = {
  animation: false,
  responsive: true,
  maintainAspectRatio: false,
  events: [] as never[],
} as const;

/** Room around a chart with value axes, px. */
export function paddingBeside(axes: ValueAxes): { top: number; right: number } {
  return { top: 8, right: axes.end === undefined ? 12 : 0 };
}

/**
 * Options of a time axis.
 * @param ticks instants of its labels, ms UTC
 * @param labelOf the label at one of them
 */
export function timeScale(
  span: Span,
  ticks: readonly number[],
  labelOf: (at: number) => string,
  colorOf: Look["colorOf"],
) {
  const line = colorOf(CHART_GROUND.grid);
  return {
    type: "linear" as const,
    min: span.from,
    max: span.to,
    border: { color: colorOf(CHART_GROUND.axis) },
    grid: { color: line, tickColor: line },
    afterBuildTicks: (scale: { ticks: { value: number }[] }) => {
      scale.ticks = ticks.map((value) => ({ value }));
    },
    ticks: {
      autoSkip: false,
      maxRotation: 0,
      color: colorOf(CHART_GROUND.text),
      font: FONT,
      callback: (at: number | string) => labelOf(Number(at)),
    },
  };
}

/** Options of a value axis without its bounds; its uppermost label has the unit. */
export function valueScale(unit: string, position: "left" | "right", { language, colorOf }: Look) {
  let shown: AxisFormat = { unit, format: String };
  return {
    type: "linear" as const,
    position,
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

type AxisFormat = {
  /** For example "kW". */
  unit: string;
  /** Formats a value given in the unit before scaling, for example "1.5". */
  format: (value: number) => string;
};

/** Formats all values of an axis in one unit, which the greatest value decides. */
function axisFormat(language: string, unit: string, greatest: number): AxisFormat {
  const scaled = scaleQuantity(greatest, unit);
  const factor = scaled.scaled && greatest !== 0 ? greatest / scaled.value : 1;
  const format = (value: number) => formatNumber(value / factor, language, { max: 2 });
  return { unit: scaled.unit, format };
}
