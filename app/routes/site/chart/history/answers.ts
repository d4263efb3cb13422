import type { SteppedSeries } from "../../../../charts/line-of-series.ts";
import type { FigureQuality } from "../../../../charts/quality.tsx";
import type { FigureName } from "./energy-charts.ts";
import type { PeriodUnit } from "./history-query.ts";

/** A figure, how it is known, and for which share of the time it is covered by data; null is missing. */
export type Figure = { val: number | null; quality: FigureQuality; coverage: number };

/** What `chart/summary` answers. */
export type SummaryAnswer = {
  bars: "hour" | "day" | "month";
  startDateTime: number;
  endDateTime: number;
  timeZoneId: string;
  symbol: string;
  list: ({ datetime: number } & Partial<Record<FigureName, Figure>>)[];
};

export const CATEGORIES = ["consumption", "solar", "acinput", "battery"] as const;
export type Category = (typeof CATEGORIES)[number];

export type StatsBlock = {
  startDateTime: number;
  endDateTime: number;
  data: Record<Category, Figure>;
  percent: Record<Category, number | null>;
  symbol: string;
};

/** What `detailStats` answers. */
export type StatsAnswer = Record<PeriodUnit, StatsBlock> & {
  timeZoneId: string;
  total: { data: Record<Category, number | null>; symbol: string };
  genRuntime: { data: number | null; symbol: string };
};

const POWER_FIELDS = [
  ...(["acout", "acin", "solar", "acfeedback"] as const),
  ...(["batterySoc", "batteryVoltage", "batteryCurrent"] as const),
];
export type PowerField = (typeof POWER_FIELDS)[number];

type Point = { val: number; min?: number; max?: number; symbol: string; stale?: true };
export type DayRow = { datetime: number } & Partial<Record<PowerField, Point>>;

type CurvesAnswer = {
  startDateTime: number;
  endDateTime: number;
  timeZoneId: string;
  bucketMs: number | null;
};
/** What `dayrecord/curve` answers. */
export type DayAnswer = CurvesAnswer & { list: DayRow[] };
/** What `periodrecord/curve` answers. */
export type PeriodAnswer = CurvesAnswer & { series: SteppedSeries[] };
/** What `daiysummary` answers, as far as it is shown here. */
export type DayFigures = { datetime: number; genRuntime: Figure };
