import type { Span } from "#domain/history/local-days.ts";
import { type Steps, toInstants } from "#protocol/history/steps.ts";
import type { Shade } from "../theme/palette.ts";
import type { ChartLine } from "./chart-lines.ts";
import { gapOf } from "./curve-gaps.ts";
import { lastingStretches } from "./stale-stretches.ts";

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
  const half = (bucketMs ?? 0) / 2;
  return {
    id: address,
    unit: symbol ?? "",
    at: half === 0 ? at : at.map((begins) => begins + half),
    value,
    min,
    max,
    stale: lastingStretches(stale, bucketMs),
    gapMs: gapOf(at, bucketMs),
    ...dress,
  };
}
