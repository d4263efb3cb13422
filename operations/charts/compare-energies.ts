import {
  type ComparedBar,
  type ComparedPeriod,
  compareBars,
  comparePeriods,
} from "#domain/energy/compared-period.ts";
import { type EnergyMoney, energyMoney, type SitePrices } from "#domain/energy/energy-money.ts";
import { energyShares, type PeriodEnergies } from "#domain/energy/energy-shares.ts";
import type { Energy } from "#domain/history/energy.ts";
import { listPeriods, type Span } from "#domain/history/local-days.ts";
import type { Energies, EnergyFlow, EnergyQuery } from "#protocol/history/energies.ts";
import { FIRST_INSTANT, isQueryableSpan } from "./chart-span.ts";
import { addUpPeriods, addUpSpans, type BarUnit, barUnitOf } from "./energy-bars.ts";
import {
  type BarValueName,
  barValuesAt,
  CHARTS,
  type Chart,
  type EnergyValue,
  energyValues,
  flowsAt,
  MISSING,
} from "./energy-values.ts";
import type { SiteClock } from "./site-clock.ts";

/** Unit of the bars of a day, week, month or year. */
const BARS = { day: "hour", week: "day", month: "day", year: "month" } as const;
export const COMPARED_TYPES = ["day", "week", "month", "year", "period", "lifetime"] as const;
export type ComparedType = (typeof COMPARED_TYPES)[number];
/** A lifetime of more months has a bar for each year. */
const MAX_MONTHS = 24;
/** A change is stated only if both values account for at least this share of their time. */
const COMPARED_FROM = 0.9;

/** The energies of a period in total, and the flow of each. */
const SUMS = {
  solar: "solar",
  consumption: "load",
  gridImport: "gridImport",
  gridExport: "gridExport",
  battery: "batteryDischarge",
  batteryCharge: "batteryCharge",
  generator: "generator",
} as const satisfies Partial<Record<BarValueName, EnergyFlow>>;
export type SumName = keyof typeof SUMS;
export const SUM_NAMES = Object.keys(SUMS) as SumName[];

/** Prices per kWh in a currency (ISO 4217). */
export type Prices = SitePrices & { priceUnit: string };
type Plan = {
  type: ComparedType;
  span: Span;
  bars: BarUnit;
  passed: Span;
  before: Pick<ComparedPeriod, "before" | "beforeUntil"> | null;
  query: Pick<EnergyQuery, "unit" | "from" | "until" | "cuts" | "isSinceOldest">;
};

/**
 * Plans one query that answers a period and the one before it, which lies directly before it or overlaps none of it.
 * Its hours and days are divided at the end of the part of the period before that is compared.
 */
export function planComparison(
  type: ComparedType,
  span: Span,
  clock: SiteClock,
  now: number,
): Plan {
  const { timeZone } = clock;
  const bars = type === "lifetime" ? "month" : type === "period" ? barUnitOf(span) : BARS[type];
  const alone = {
    ...{ type, span, bars, passed: span, before: null },
    query: {
      ...{ unit: bars, from: span.from, until: span.to },
      ...(type === "lifetime" && { isSinceOldest: true }),
    },
  };
  if (type === "lifetime") return alone;
  const compared = comparePeriods(unitOf(type), span, timeZone, now);
  if (compared === null) return alone;
  const { passed, before, beforeUntil } = compared;
  const query = { unit: bars, from: before.from, until: passed.to };
  if (before.from < FIRST_INSTANT || !isQueryableSpan(query, clock))
    return { ...alone, passed, query: { ...alone.query, until: passed.to } };
  const list = compareBars(unitOf(type), span, before, bars, timeZone);
  const cuts = [span.from, before.to, beforeUntil, ...edgesOf(list)];
  return {
    ...{ type, span, bars, passed },
    before: { before, beforeUntil },
    query: { ...query, cuts: [...new Set(cuts)] },
  };
}

const unitOf = (type: Exclude<ComparedType, "lifetime">) => (type === "period" ? "span" : type);

/** Edges of the bars before; half an hour of Lord Howe Island may correspond to no whole hour. */
function edgesOf(bars: readonly ComparedBar[]): number[] {
  return bars.flatMap(({ before }) => (before === null ? [] : [before.from, before.to]));
}

type Options = { chart: Chart; timeZone: string; prices: Prices | null };

/** Returns totals, shares, money and bars of a period beside those of the period before. */
export function compareEnergies(plan: Plan, read: Energies, { chart, timeZone, prices }: Options) {
  const { type, before } = plan;
  const isByYear = type === "lifetime" && read.edges.length - 1 > MAX_MONTHS;
  const energies = isByYear ? addUpPeriods(read, "year", timeZone) : read;
  const bars = isByYear ? ("year" as const) : plan.bars;
  const start = read.edges[0] ?? plan.span.from;
  const isLifetime = type === "lifetime";
  const span = isLifetime ? { from: start, to: plan.span.to } : plan.span;
  const passed = isLifetime ? span : plan.passed;
  const present = totalOf(energies, passed);
  const previous =
    before && totalOf(energies, { from: before.before.from, to: before.beforeUntil });
  const list: ComparedBar[] =
    before === null || isLifetime
      ? listPeriods(timeZone, bars, span).map(({ from, to }) => ({
          from: Math.max(from, span.from),
          to: Math.min(to, span.to),
          before: null,
        }))
      : compareBars(unitOf(type), span, before.before, plan.bars, timeZone);
  return {
    chart,
    bars,
    startDateTime: span.from,
    endDateTime: span.to,
    passedDateTime: passed.to,
    previous: before && {
      startDateTime: before.before.from,
      endDateTime: before.before.to,
      comparedDateTime: before.beforeUntil,
    },
    sums: sumsOf(present, previous),
    shares: sharesOf(present, previous),
    money: prices && moneyOf(present, previous, prices),
    list: list.map(({ from, to, before: other }) => ({
      datetime: from,
      ...valuesOf(energies, { from, to: Math.min(to, passed.to) }, chart),
      previous: other && { datetime: other.from, ...valuesOf(energies, other, chart) },
    })),
  };
}

/** Energies of one span. */
type Total = Record<EnergyFlow, Energy>;

/** Returns the energies between two edges; null if one of them is no edge, as in the future. */
function within(energies: Energies, { from, to }: Span): Energies | null {
  const isRead = from < to && [from, to].every((at) => energies.edges.includes(at));
  return isRead ? addUpSpans(energies, [from, to]) : null;
}

function totalOf(energies: Energies, span: Span): Total | null {
  const total = within(energies, span);
  return total && flowsAt(total, 0);
}

function valuesOf(
  energies: Energies,
  span: Span,
  chart: Chart,
): Partial<Record<BarValueName, EnergyValue>> {
  const total = within(energies, span);
  const values = total && barValuesAt(total, 0);
  return Object.fromEntries(CHARTS[chart].map((name) => [name, values?.[name] ?? MISSING]));
}

function sumsOf(present: Total | null, previous: Total | null) {
  const [values, before] = [present, previous].map((total) => total && energyValues(total));
  return Object.fromEntries(
    SUM_NAMES.map((name) => {
      const flow = SUMS[name];
      const value = values?.[name] ?? MISSING;
      const other = before === undefined || before === null ? null : before[name];
      const isComparable = isKnown(present, flow) && isKnown(previous, flow);
      const change = isComparable ? changeOf(value.val, other?.val ?? null) : null;
      return [name, { ...value, previous: other, change }];
    }),
  ) as Record<SumName, EnergyValue & { previous: EnergyValue | null; change: number | null }>;
}

const isKnown = (total: Total | null, flow: EnergyFlow) =>
  (total?.[flow]?.known ?? 0) >= COMPARED_FROM;

/** Returns the difference to the value before as a share of it; null if that is missing or 0. */
function changeOf(value: number | null, before: number | null): number | null {
  if (value === null || before === null || !(before > 0)) return null;
  return rounded(value / before - 1);
}

function sharesOf(present: Total | null, previous: Total | null) {
  const [now, before] = [present, previous].map((total) => energyShares(periodEnergies(total)));
  const share = (name: "selfConsumption" | "selfSufficiency") => ({
    val: orNull(now?.[name]),
    previous: orNull(before?.[name]),
  });
  return { selfConsumption: share("selfConsumption"), selfSufficiency: share("selfSufficiency") };
}

/** Flows from which each amount of money is calculated. */
const PAID = {
  importCost: ["gridImport"],
  exportIncome: ["gridExport"],
  saving: ["solar", "gridExport"],
} as const satisfies Record<keyof EnergyMoney, readonly EnergyFlow[]>;

function moneyOf(present: Total | null, previous: Total | null, prices: Prices) {
  const [now, before] = [present, previous].map((total) =>
    energyMoney(periodEnergies(total), prices),
  );
  const amount = (name: keyof EnergyMoney) => {
    const [val, other] = [orNull(now?.[name]), orNull(before?.[name])];
    const isComparable = PAID[name].every(
      (flow) => isKnown(present, flow) && isKnown(previous, flow),
    );
    return { val, previous: other, change: isComparable ? changeOf(val, other) : null };
  };
  return {
    priceUnit: prices.priceUnit,
    importCost: amount("importCost"),
    exportIncome: amount("exportIncome"),
    saving: amount("saving"),
  };
}

function periodEnergies(total: Total | null): PeriodEnergies {
  const energyOf = (flow: EnergyFlow) => total?.[flow]?.value ?? null;
  return {
    solarWh: energyOf("solar"),
    consumptionWh: energyOf("load"),
    importWh: energyOf("gridImport"),
    exportWh: energyOf("gridExport"),
  };
}

const orNull = (value: number | null | undefined) =>
  value === null || value === undefined ? null : rounded(value);

const rounded = (value: number) => Number(value.toFixed(4));
