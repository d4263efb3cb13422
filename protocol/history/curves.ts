import { toInstants, toSteps } from "./steps.ts";
import { writeNumbers } from "./write-numbers.ts";

/** Most points that one answer holds, all its series together. */
export const MAX_POINTS = 10_000;

/** What a site's object is asked for: registers over a span of time. */
export type CurvesQuestion = {
  addresses: readonly string[];
  /** ms UTC, the latter not included. */
  from: number;
  until: number;
  /** Most points of each series, at least 2. */
  points: number;
  /** IANA name: buckets of hours and days follow its clocks. */
  timeZone: string;
  /** That of the site, by which its days are kept. */
  siteTimeZone: string;
};

/** Every sample of a register, or consecutive buckets of them; empty buckets are left out. */
export type Series = {
  address: string;
  /** Name in the catalogue, or the logger's own; null where there is none. */
  name: string | null;
  unit: string | null;
  /** Alias, else model, of the equipment that it is one of; null where it has neither. */
  equipment: string | null;
  /** Instants of samples, or the beginnings of buckets, ms UTC, ascending. */
  at: readonly number[];
  /** Samples, or averages of buckets, which then also have `min` and `max`. */
  value: readonly (number | string)[];
  min?: readonly number[];
  max?: readonly number[];
  /**
   * The stale intervals of points, from the first to the last of each: values that a device or logger repeats because
   * it no longer measures. A bucket is stale if all its samples are. Absent if the register is not checked.
   */
  stale?: { from: number; to: number }[];
};

export type Curves = {
  /** How long a bucket is, ms; null: every sample. Of whole days some have 23 or 25 hours. */
  bucketMs: number | null;
  series: Series[];
};

type Names = Pick<Series, "address" | "name" | "unit" | "equipment">;
/** Field of a series in transit, named as in earlier releases. */
export const VALUES_FIELD = "figures";
type SeriesValues = Omit<Series, keyof Names | "at">;
/**
 * A series in transit: the JSON of its instants and of each of its values, which the Worker mostly passes on unparsed.
 */
export type WrittenSeries = Names & {
  /** Of `Steps[]`. */
  steps: string;
  /** JSON of each value. */
  [VALUES_FIELD]: { [Name in keyof SeriesValues]: string };
};
export type WrittenCurves = Omit<Curves, "series"> & { series: WrittenSeries[] };

export function writeSeries({ at, address, name, unit, equipment, ...own }: Series): WrittenSeries {
  const values = Object.entries(own).map(([key, value]) => [
    key,
    isNumbers(value) ? writeNumbers(value) : JSON.stringify(value),
  ]);
  return {
    address,
    name,
    unit,
    equipment,
    steps: JSON.stringify(toSteps(at)),
    [VALUES_FIELD]: Object.fromEntries(values),
  };
}

export function readSeries({ steps, [VALUES_FIELD]: values, ...names }: WrittenSeries): Series {
  const read = Object.entries(values).map(([key, text]) => [key, JSON.parse(text)]);
  const own = Object.fromEntries(read) as SeriesValues;
  return { ...names, at: toInstants(JSON.parse(steps)), ...own };
}

function isNumbers(value: readonly unknown[]): value is readonly number[] {
  return value.every((one) => typeof one === "number");
}
