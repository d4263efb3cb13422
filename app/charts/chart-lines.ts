import type { ChartData, ChartDataset } from "chart.js";
import type { Shade } from "../theme/palette.ts";

/** A curve: samples, or averages of buckets with their least and greatest. */
export type ChartLine = {
  id: string;
  name: string;
  /** Unit of its values. */
  unit: string;
  shade: Shade;
  axis: "start" | "end";
  /** ms UTC, ascending. */
  at: readonly number[];
  value: readonly number[];
  min?: readonly number[] | undefined;
  max?: readonly number[] | undefined;
  /** Neighbours further apart than this are not joined. */
  gapMs: number;
  /** A ground of its own colour down to zero. */
  isFilled?: boolean;
  /** A value holds until the next one. */
  isStepped?: boolean;
};

type Point = { x: number; y: number };
type Dataset = ChartDataset<"line", Point[]> & { id: string };

const BAND_ALPHA = "2e";
const FILL_ALPHA = "24";
const LINE_WIDTH = 1.75;
const DOT_RADIUS = 2;

/** What chart.js draws of lines: each with a band from its least to its greatest, and dots where a sample stands alone. */
export function datasetsOf(
  lines: readonly ChartLine[],
  colorOf: (shade: Shade) => string,
): ChartData<"line", Point[]> {
  // What is drawn first lies below: the first line lies on top.
  return { datasets: [...lines].reverse().flatMap((line) => drawLine(line, colorOf(line.shade))) };
}

function drawLine(line: ChartLine, color: string): Dataset[] {
  const { id, axis, at, gapMs, isFilled = false, isStepped = false } = line;
  const base = {
    yAxisID: axis,
    spanGaps: gapMs,
    pointRadius: 0,
    pointHitRadius: 0,
    ...(isStepped && { stepped: true as const }),
  };
  const points = pointsOf(at, line.value);
  const band = bandOf(line, base, color);
  const alone = points.filter((_, index) => isAlone(at, index, gapMs));
  const dots: Dataset = {
    ...base,
    id: `${id} alone`,
    data: alone,
    showLine: false,
    pointRadius: DOT_RADIUS,
    pointBackgroundColor: color,
    pointBorderWidth: 0,
  };
  const drawn: Dataset = {
    ...base,
    id,
    data: points,
    borderColor: color,
    borderWidth: LINE_WIDTH,
    borderJoinStyle: "round",
    fill: isFilled ? "origin" : false,
    backgroundColor: color + FILL_ALPHA,
  };
  return [...band, drawn, ...(alone.length > 0 ? [dots] : [])];
}

function bandOf({ id, at, min, max }: ChartLine, base: Partial<Dataset>, color: string): Dataset[] {
  if (min === undefined || max === undefined) return [];
  const edge = { ...base, borderWidth: 0, borderColor: "transparent" };
  return [
    { ...edge, id: `${id} min`, data: pointsOf(at, min), fill: false },
    {
      ...edge,
      id: `${id} max`,
      data: pointsOf(at, max),
      fill: "-1",
      backgroundColor: color + BAND_ALPHA,
    },
  ];
}

function pointsOf(at: readonly number[], value: readonly number[]): Point[] {
  return at.map((x, index) => ({ x, y: value[index] ?? Number.NaN }));
}

function isAlone(at: readonly number[], index: number, gapMs: number): boolean {
  const here = at[index] ?? 0;
  const before = at[index - 1] ?? Number.NEGATIVE_INFINITY;
  const after = at[index + 1] ?? Number.POSITIVE_INFINITY;
  return here - before > gapMs && after - here > gapMs;
}

/**
 * The place of the sample that a line shows at an instant: the nearest within reach, of a bucket or a step the one that
 * has begun. Null where there is a gap.
 */
export function placeAt({ at, gapMs, isStepped }: ChartLine, instant: number): number | null {
  let low = 0;
  let high = at.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((at[middle] ?? 0) <= instant) low = middle + 1;
    else high = middle;
  }
  const before = low - 1;
  const reach = (place: number) => Math.abs((at[place] ?? Number.POSITIVE_INFINITY) - instant);
  const nearest = isStepped || reach(before) <= reach(low) ? before : low;
  return nearest >= 0 && reach(nearest) <= gapMs ? nearest : null;
}
