import { toInstants, toSteps } from "./steps.ts";
import { writeNumbers } from "./write-numbers.ts";

/** Maximum number of points in one answer, over all its series. */
export const MAX_POINTS = 10_000;

/** Query for the values of registers over a period. */
export type CurvesQuery = {
  addresses: readonly string[];
  /** ms UTC */
  from: number;
  /** ms UTC, not included */
  until: number;
  /** Maximum number of points of each series, at least 2. */
  points: number;
  /** IANA name of the zone whose clocks determine buckets of hours and days. */
  timeZone: string;
  /** IANA name of the zone of the site, by whose days its history is stored. */
  siteTimeZone: string;
};

/** All samples of a register, or consecutive buckets of them; empty buckets are left out. */
export type Series = {
  address: string;
  /** Key of the name in the catalogue, or the name from the logger; null without a name. */
  name: string | null;
  unit: string | null;
  /** Alias, else model, of the equipment of the register; null if it has neither. */
  equipment: string | null;
  /** Instants of samples, or starts of buckets, ms UTC, ascending. */
  at: readonly number[];
  /** Values of samples, or averages of buckets, which then also have `min` and `max`. */
  value: readonly (number | string)[];
  min?: readonly number[];
  max?: readonly number[];
  /**
   * Intervals of stale points, from the first to the last of each, ms UTC: a device or logger repeats values because it
   * no longer measures. A bucket is stale if all its samples are. Absent if the register is not checked.
   */
  stale?: { from: number; to: number }[];
};

/** Answer to a query for curves. */
export type Curves = {
  /** Length of a bucket, ms; null if the points are samples. Buckets of days may have 23 or 25 hours. */
  bucketMs: number | null;
  series: Series[];
};

type Names = Pick<Series, "address" | "name" | "unit" | "equipment">;
/** Field of a series in transit, named as in earlier releases. */
export const VALUES_FIELD = "figures";
type SeriesValues = Omit<Series, keyof Names | "at">;
/** A series in transit, with its instants and values as JSON, which the Worker usually forwards without parsing it. */
export type WrittenSeries = Names & {
  /** JSON of the instants as `Steps[]`. */
  steps: string;
  /** JSON of each list of values, by its field. */
  [VALUES_FIELD]: { [Name in keyof SeriesValues]: string };
};
/** Answer in transit, with serialized series. */
export type WrittenCurves = Omit<Curves, "series"> & { series: WrittenSeries[] };

/** Serializes the instants and values of a series. */
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

/** Parses a series in transit, the inverse of `writeSeries`. */
export function readSeries({ steps, [VALUES_FIELD]: values, ...names }: WrittenSeries): Series {
  const read = Object.entries(values).map(([key, text]) => [key, JSON.parse(text)]);
  const own = Object.fromEntries(read) as SeriesValues;
  return { ...names, at: toInstants(JSON.parse(steps)), ...own };
}

function isNumbers(value: readonly unknown[]): value is readonly number[] {
  return value.every((one) => typeof one === "number");
}
