import type { Span } from "#domain/history/local-days.ts";
import { type Steps, toInstants } from "#protocol/history/steps.ts";
import type { Shade } from "../theme/palette.ts";
import type { ChartLine } from "./chart-lines.ts";
import { gapOf } from "./curve-gaps.ts";
import { endOfFirstBucket, lastingStretches } from "./stale-stretches.ts";

/** A register's curve as the calls of charts answer it, its instants one by one. */
export type AnsweredSeries = {
  address: string;
  name: string | null;
  /** Unit. */
  symbol: string | null;
  at: number[];
  value: (number | string)[];
  min?: number[];
  max?: number[];
  /** Which points are stale: stretches from the first to the last of them; absent where nobody judges. */
  stale?: Span[];
};

/** The same as it comes, its instants as stretches of even steps. */
export type SteppedSeries = Omit<AnsweredSeries, "at"> & { steps: Steps[] };

export function withInstants<Series extends SteppedSeries>({ steps, ...series }: Series) {
  return { ...series, at: toInstants(steps) };
}

type Dress = {
  name: string;
  shade: Shade;
  axis: "start" | "end";
  isFilled?: boolean;
  hasBand?: boolean;
};

/** As a line to draw; a bucket is drawn at its middle. Null for what is told in words, which has no line. */
export function lineOfSeries(
  { address, symbol, at, value, min, max, stale }: AnsweredSeries,
  bucketMs: number | null,
  dress: Dress,
): ChartLine | null {
  if (!value.every((one) => typeof one === "number")) return null;
  return {
    id: address,
    unit: symbol ?? "",
    at: bucketMs === null ? at : middlesOf(at, bucketMs),
    value,
    min,
    max,
    stale: lastingStretches(stale, at, bucketMs),
    gapMs: gapOf(at, bucketMs),
    ...dress,
  };
}

function middlesOf(at: readonly number[], bucketMs: number): number[] {
  const middles = at.map((begins) => begins + bucketMs / 2);
  if (at[0] !== undefined) middles[0] = (at[0] + endOfFirstBucket(at, bucketMs)) / 2;
  return middles;
}
