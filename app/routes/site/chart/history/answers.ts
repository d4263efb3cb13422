import type { SteppedSeries } from "../../../../charts/line-of-series.ts";
import type { DataQuality } from "../../../../charts/quality.tsx";
import type { QuantityName } from "./energy-charts.ts";
import type { PeriodUnit } from "./history-query.ts";

/** A value, its quality, and the share of the time that is covered by data; null if missing. */
export type Quantity = { val: number | null; quality: DataQuality; coverage: number };

/** Answer of `chart/summary`. */
export type SummaryAnswer = {
  bars: "hour" | "day" | "month";
  startDateTime: number;
  endDateTime: number;
  timeZoneId: string;
  symbol: string;
  list: ({ datetime: number } & Partial<Record<QuantityName, Quantity>>)[];
};

export const CATEGORIES = ["consumption", "solar", "acinput", "battery"] as const;
export type Category = (typeof CATEGORIES)[number];

export type StatsBlock = {
  startDateTime: number;
  endDateTime: number;
  data: Record<Category, Quantity>;
  percent: Record<Category, number | null>;
  symbol: string;
};

/** Answer of `detailStats`. */
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
/** Answer of `dayrecord/curve`. */
export type DayAnswer = CurvesAnswer & { list: DayRow[] };
/** Answer of `periodrecord/curve`. */
export type PeriodAnswer = CurvesAnswer & { series: SteppedSeries[] };
/** Answer of `daiysummary`, as far as it is shown here. */
export type DayTotals = { datetime: number; genRuntime: Quantity };
