import { toInstants } from "#protocol/history/steps.ts";
import type { ApiAnswer } from "../api/api-types.ts";
import type { Shade } from "../theme/palette.ts";
import type { ChartLine } from "./chart-lines.ts";
import { gapOf } from "./curve-gaps.ts";
import { endOfFirstBucket, lastingPeriods } from "./stale-periods.ts";

/** A register's curve as the chart calls return it. */
type Series = ApiAnswer<"POST /site/v2/chart/periodrecord/curve">["series"][number];

/** A curve with one instant, ms UTC, for each value. */
export type AnsweredSeries = Omit<Series, "at" | "steps"> & { at: number[] };

/** Decodes the instants of a series that was requested with `instants: "steps"`. */
export function withInstants<Given extends Series>({ steps, ...series }: Given) {
  return { ...series, at: toInstants(steps ?? []) };
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
