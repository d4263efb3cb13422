import type { ChartData, ChartOptions } from "chart.js";
import type { AxisLabels } from "#app/charts/axis-labels.ts";
import { CHART_GROUND } from "#app/charts/palette.ts";
import { PLOT_OPTIONS, timeScale } from "#app/charts/plot-options.ts";
import { tickLabel } from "#app/charts/time-labels.ts";
import { type Shade, SIGNAL } from "#app/theme/palette.ts";
import { toneOfEquipment } from "#app/ui/equipment-tone.ts";
import type { EquipmentStatus } from "#domain/devices/equipment-statuses.ts";
import type { Span } from "#domain/history/local-days.ts";
import type { StateBar } from "./state-lanes.ts";

type ColorOf = (shade: Shade) => string;

/** Fixed room around the plot, px, so that charts are aligned with each other and names with their lanes. */
export const PLOT = { top: 8, right: 14, flat: 28, turned: 62 } as const;
const NAMES = { wide: 116, narrow: 84 } as const;
const NARROW_PX = 480;
const MIN_BAR_PX = 1.5;
const MAX_ROUNDED_BARS = 300;
const TURN_DEGREES = 50;

/** Room for the names of lanes, px. */
export function namesWidth(width: number): number {
  return width < NARROW_PX ? NAMES.narrow : NAMES.wide;
}

export function shadeOf(status: EquipmentStatus): Shade {
  return SIGNAL[toneOfEquipment(status)].fill;
}

/**
 * One floating bar in its lane for each interval. Bars of one colour are one series, and many bars have no rounded
 * corners: both make thousands of them fast.
 */
export function stateData(
  bars: readonly StateBar[],
  lanes: readonly EquipmentStatus[],
  colorOf: ColorOf,
): ChartData<"bar"> {
  const colors = [...new Set(lanes.map((lane) => colorOf(shadeOf(lane))))];
  return {
    labels: [...lanes],
    datasets: colors.map((color) => ({
      id: color,
      // chart.js reads a span for the value axis, and the name of a lane for the other axis.
      data: bars
        .filter(({ status }) => colorOf(shadeOf(status)) === color)
        .map(({ status, from, to }) => ({ x: [from, to], y: status })) as never[],
      backgroundColor: color,
      grouped: false,
      barPercentage: 0.72,
      categoryPercentage: 1,
      maxBarThickness: 52,
      minBarLength: MIN_BAR_PX,
      borderRadius: bars.length > MAX_ROUNDED_BARS ? 0 : 3,
      borderSkipped: false,
    })),
  };
}

type Look = { language: string; timeZone: string; colorOf: ColorOf; width: number };

export function stateOptions(
  span: Span,
  { step, ticks, isTurned }: AxisLabels,
  { language, timeZone, colorOf, width }: Look,
): ChartOptions<"bar"> {
  const line = colorOf(CHART_GROUND.grid);
  const degrees = isTurned ? TURN_DEGREES : 0;
  const labelOf = (at: number) => tickLabel(language, timeZone, at, step);
  const time = timeScale(span, ticks, labelOf, colorOf);
  return {
    ...PLOT_OPTIONS,
    indexAxis: "y",
    layout: { padding: { top: PLOT.top, right: PLOT.right } },
    scales: {
      x: {
        ...time,
        afterFit: (scale) => {
          scale.height = isTurned ? PLOT.turned : PLOT.flat;
        },
        ticks: { ...time.ticks, minRotation: degrees, maxRotation: degrees },
      },
      y: {
        type: "category",
        border: { display: false },
        grid: { color: line, drawTicks: false },
        afterFit: (scale) => {
          scale.width = namesWidth(width);
        },
        ticks: { display: false },
      },
    },
  };
}
