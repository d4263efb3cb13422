import type { Span } from "#domain/history/local-days.ts";
import { type Steps, toInstants } from "#protocol/history/steps.ts";
import type { Shade } from "../theme/palette.ts";
import type { ChartLine } from "./chart-lines.ts";
import { gapOf } from "./curve-gaps.ts";
import { endOfFirstBucket, lastingPeriods } from "./stale-periods.ts";

/** A register's curve as the chart calls return it, with separate instants. */
export type AnsweredSeries = {
  address: string;
  name: string | null;
  /** Unit. */
  symbol: string | null;
  at: number[];
  value: (number | string)[];
  min?: number[];
  max?: number[];
  /** Periods of stale points, each from its first to its last point; absent if staleness is not checked. */
  stale?: Span[];
};

/** A series as the API returns it, with its instants as runs of equal steps. */
export type SteppedSeries = Omit<AnsweredSeries, "at"> & { steps: Steps[] };

export function withInstants<Series extends SteppedSeries>({ steps, ...series }: Series) {
  return { ...series, at: toInstants(steps) };
}

type LineStyle = {
  name: string;
  shade: Shade;
  axis: "start" | "end";
  isFilled?: boolean;
  hasBand?: boolean;
};

/** Converts a series to a line; a bucket is drawn at its middle. Returns null for text values, which have no line. */
export function lineOfSeries(
  { address, symbol, at, value, min, max, stale }: AnsweredSeries,
  bucketMs: number | null,
  style: LineStyle,
): ChartLine | null {
  if (!value.every((one) => typeof one === "number")) return null;
  return {
    id: address,
    unit: symbol ?? "",
    at: bucketMs === null ? at : middlesOf(at, bucketMs),
    value,
    min,
    max,
    stale: lastingPeriods(stale, at, bucketMs),
    gapMs: gapOf(at, bucketMs),
    ...style,
  };
}

function middlesOf(at: readonly number[], bucketMs: number): number[] {
  const middles = at.map((begins) => begins + bucketMs / 2);
  if (at[0] !== undefined) middles[0] = (at[0] + endOfFirstBucket(at, bucketMs)) / 2;
  return middles;
}
