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
  /** IANA name: buckets of hours and days are those of its clocks. */
  timeZone: string;
  /** That of the site, by which its days are kept. */
  siteTimeZone: string;
};

/** Every sample of a register, or what lies in buckets that follow each other; those without any are left out. */
export type Series = {
  address: string;
  /** Name in the catalogue, or the logger's own; null where there is none. */
  name: string | null;
  unit: string | null;
  /** Alias, else model, of the equipment that it is one of; null where it has neither. */
  equipment: string | null;
  /** Instants of samples, or the beginnings of buckets, ms UTC, ascending. */
  at: readonly number[];
  /** Samples; averages of the samples of buckets, whose least and greatest are then told, too. */
  value: readonly (number | string)[];
  min?: readonly number[];
  max?: readonly number[];
  /**
   * Which of the points are stale, as stretches from the first to the last of them: what a device or logger repeats
   * because it no longer measures. Of buckets those whose samples all are. Absent where nobody judges.
   */
  stale?: { from: number; to: number }[];
};

export type Curves = {
  /** How long a bucket is, ms; null: every sample. Of whole days some have 23 or 25 hours. */
  bucketMs: number | null;
  series: Series[];
};

type Names = Pick<Series, "address" | "name" | "unit" | "equipment">;
type Figures = Omit<Series, keyof Names | "at">;
/** A series on its way: the JSON of its instants and of each of its figures, which who asks mostly hands on as it is. */
export type WrittenSeries = Names & {
  /** Of `Steps[]`. */
  steps: string;
  figures: { [Name in keyof Figures]: string };
};
export type WrittenCurves = Omit<Curves, "series"> & { series: WrittenSeries[] };

export function writeSeries({ at, address, name, unit, equipment, ...own }: Series): WrittenSeries {
  const figures = Object.entries(own).map(([key, figure]) => [
    key,
    isNumbers(figure) ? writeNumbers(figure) : JSON.stringify(figure),
  ]);
  return {
    ...{ address, name, unit, equipment },
    steps: JSON.stringify(toSteps(at)),
    figures: Object.fromEntries(figures),
  };
}

export function readSeries({ steps, figures, ...names }: WrittenSeries): Series {
  const read = Object.entries(figures).map(([key, text]) => [key, JSON.parse(text)]);
  const own = Object.fromEntries(read) as Figures;
  return { ...names, at: toInstants(JSON.parse(steps)), ...own };
}

function isNumbers(figure: readonly unknown[]): figure is readonly number[] {
  return figure.every((one) => typeof one === "number");
}
