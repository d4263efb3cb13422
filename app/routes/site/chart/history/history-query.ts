import {
  DATE_SHORTCUTS,
  type DateShortcut,
  spanOfShortcut,
  stepDay,
  stepPeriod,
} from "#domain/history/date-shortcuts.ts";
import {
  dayOf,
  daySpan,
  formatDay,
  listDays,
  parseDay,
  periodAt,
  type Span,
  shiftDay,
  startOfDay,
} from "#domain/history/local-days.ts";
import { DAY_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { ENERGY_CHARTS, type EnergyChart } from "./energy-charts.ts";

export const PERIOD_UNITS = ["day", "week", "month", "year"] as const;
export type PeriodUnit = (typeof PERIOD_UNITS)[number];

/** Powers as curves, or stacked as a balance of sources and sinks. */
export const POWER_VIEWS = ["curves", "balance"] as const;
export type PowerView = (typeof POWER_VIEWS)[number];

/** Quantities of the hours of a year. */
export const HOUR_QUANTITIES = ["solar", "consumption", "gridImport", "gridExport"] as const;
export type HourQuantity = (typeof HOUR_QUANTITIES)[number];

/** Range of the history that the user selected. */
export type HistoryRange =
  /** The local day, week, month or year that contains a day; null for today. */
  | { kind: "period"; unit: PeriodUnit; day: number | null }
  | { kind: "shortcut"; name: DateShortcut }
  /** Everything since the oldest data. */
  | { kind: "lifetime" }
  | { kind: "span"; span: Span };
export type HistoryQuery = {
  range: HistoryRange;
  chart: EnergyChart;
  /** Name of the curves by phase; null for the first ones. */
  phases: string | null;
  /** How the powers are drawn; null for the way that this device remembers. */
  power: PowerView | null;
  /** Quantity of the hours of a year; null for the first that the site has. */
  hours: HourQuantity | null;
};

/** Range of the history at a site at the present time. */
export type ShownRange = {
  /** Null if it is no whole day, week, month or year. */
  unit: PeriodUnit | null;
  span: Span;
  shortcut: DateShortcut | null;
  /** Day whose details are shown, never after today. */
  day: number;
  /** Whether it has not ended. */
  isPresent: boolean;
  /** Whether it is everything since the oldest data, before which its span begins. */
  isLifetime: boolean;
};

/** Fields of the address that hold the period on every page of the history. */
export const PERIOD_FIELDS = ["view", "date", "range", "from", "to"] as const;
const CHOICE_FIELDS = ["chart", "phases", "power", "hours"] as const;
/** Nothing older is stored (logger protocol). */
const MIN_DAY = parseDay("2000-01-01") ?? 0;
/** The last 24 hours are treated as ending now for this long after the request. */
const JUST_MS = 5 * MINUTE_MS;

export function readHistoryQuery(params: URLSearchParams): HistoryQuery {
  return {
    range: readRange(params),
    chart: ENERGY_CHARTS.find((chart) => chart === params.get("chart")) ?? "summary",
    phases: /^[a-z]+\.[a-z]+(\.[\dA-F]{6})?$/i.exec(params.get("phases") ?? "")?.[0] ?? null,
    power: findPowerView(params.get("power")),
    hours: HOUR_QUANTITIES.find((one) => one === params.get("hours")) ?? null,
  };
}

/** Returns the way of drawing powers that a text names; null if it names none. */
export function findPowerView(text: unknown): PowerView | null {
  return POWER_VIEWS.find((view) => view === text) ?? null;
}

/** Returns the period to the end of today that an address holds, as another page of the history has written it; null if it holds none. */
export function readPeriod(
  params: URLSearchParams,
  timeZone: string,
  now: number,
): Pick<ShownRange, "span" | "shortcut"> | null {
  const range = readRange(params);
  const isNone = PERIOD_FIELDS.every((field) => params.get(field) === null);
  if (isNone || range.kind === "lifetime") return null;
  const { span, shortcut } = showRange(range, timeZone, now);
  return {
    span: { ...span, to: Math.min(span.to, startOfDay(timeZone, dayOf(timeZone, now) + 1)) },
    shortcut,
  };
}

function readRange(params: URLSearchParams): HistoryRange {
  const name = DATE_SHORTCUTS.find((one) => one === params.get("range"));
  if (name !== undefined) return { kind: "shortcut", name };
  const [from, to] = [readInstant(params.get("from")), readInstant(params.get("to"))];
  if (from !== null && to !== null && to > from) return { kind: "span", span: { from, to } };
  if (params.get("view") === "lifetime") return { kind: "lifetime" };
  const unit = PERIOD_UNITS.find((one) => one === params.get("view")) ?? "day";
  return { kind: "period", unit, day: parseDay(params.get("date") ?? "") };
}

function readInstant(text: string | null): number | null {
  const at = Number(text ?? "");
  const isStored = at >= MIN_DAY * DAY_MS && at < 1e14;
  return text !== null && Number.isInteger(at) && isStored ? at : null;
}

/** Writes the history's state into a query; other parameters stay. */
export function writeHistoryQuery(
  before: URLSearchParams,
  { range, chart, phases, power, hours }: HistoryQuery,
): URLSearchParams {
  const params = writePeriod(before, range);
  for (const field of CHOICE_FIELDS) params.delete(field);
  if (chart !== "summary") params.set("chart", chart);
  if (phases !== null) params.set("phases", phases);
  if (power !== null) params.set("power", power);
  if (hours !== null) params.set("hours", hours);
  return params;
}

/** Writes a period into a query; other parameters stay. */
export function writePeriod(before: URLSearchParams, range: HistoryRange): URLSearchParams {
  const params = new URLSearchParams(before);
  for (const field of PERIOD_FIELDS) params.delete(field);
  if (range.kind === "shortcut") params.set("range", range.name);
  if (range.kind === "lifetime") params.set("view", "lifetime");
  if (range.kind === "span") {
    params.set("from", String(range.span.from));
    params.set("to", String(range.span.to));
  }
  if (range.kind === "period") {
    if (range.unit !== "day") params.set("view", range.unit);
    if (range.day !== null) params.set("date", formatDay(range.day));
  }
  return params;
}

/** Shortcuts that are whole periods, and how many periods they go back. */
const AS_PERIOD: Partial<Record<DateShortcut, { unit: PeriodUnit; daysBack: number }>> = {
  today: { unit: "day", daysBack: 0 },
  yesterday: { unit: "day", daysBack: 1 },
  dayBefore: { unit: "day", daysBack: 2 },
  thisWeek: { unit: "week", daysBack: 0 },
  thisMonth: { unit: "month", daysBack: 0 },
  thisYear: { unit: "year", daysBack: 0 },
};

export function showRange(range: HistoryRange, timeZone: string, now: number): ShownRange {
  const today = dayOf(timeZone, now);
  if (range.kind === "period") return showPeriod(range.unit, range.day ?? today, timeZone, now);
  if (range.kind === "lifetime")
    return {
      ...showSpan({ from: startOfDay(timeZone, MIN_DAY), to: now }, null, timeZone, now),
      isLifetime: true,
    };
  if (range.kind === "shortcut") {
    const period = AS_PERIOD[range.name];
    if (period !== undefined)
      return showPeriod(period.unit, today - period.daysBack, timeZone, now);
    const span = spanOfShortcut(range.name, timeZone, now);
    return showSpan(span, range.name, timeZone, now);
  }
  const end = startOfDay(timeZone, today + 1);
  const { from, to } = range.span;
  if (from >= end) return showPeriod("day", today, timeZone, now);
  const span = { from, to: Math.min(to, end) };
  const day = dayOf(timeZone, from);
  const { from: begins, to: ends } = daySpan(timeZone, day);
  if (span.from === begins && span.to === ends) return showPeriod("day", day, timeZone, now);
  return showSpan(span, null, timeZone, now);
}

function showSpan(
  span: Span,
  shortcut: DateShortcut | null,
  timeZone: string,
  now: number,
): ShownRange {
  const isPresent = span.to > now - JUST_MS;
  return {
    unit: null,
    span,
    shortcut,
    isPresent,
    isLifetime: false,
    day: dayOf(timeZone, Math.min(span.to - 1, now)),
  };
}

function showPeriod(unit: PeriodUnit, wanted: number, timeZone: string, now: number): ShownRange {
  const today = dayOf(timeZone, now);
  const day = Math.min(today, Math.max(MIN_DAY, wanted));
  const span = periodAt(timeZone, unit, startOfDay(timeZone, day));
  const isPresent = span.to > now;
  const found = Object.entries(AS_PERIOD).find(
    ([, one]) => one.unit === unit && (unit === "day" ? one.daysBack === today - day : isPresent),
  );
  const shortcut = (found?.[0] as DateShortcut | undefined) ?? null;
  return { unit, span, shortcut, day, isPresent, isLifetime: false };
}

/**
 * Returns the range before or after this one, of the same length; null if no data of it is stored or it lies in the
 * future.
 */
export function stepRange(
  shown: ShownRange,
  by: -1 | 1,
  timeZone: string,
  now: number,
): HistoryRange | null {
  const { unit, span, day } = shown;
  if (shown.isLifetime) return null;
  if (by < 0 && dayOf(timeZone, span.from) <= MIN_DAY) return null;
  if (unit === null) {
    const next = stepSpan(span, by, timeZone, now);
    return next && { kind: "span", span: next };
  }
  if (stepPeriod(timeZone, unit, span.from, by, now) === null) return null;
  return periodOf(unit, shiftDay(unit, day, by), timeZone, now);
}

/** Today has no date, so that a stored link always shows the present day. */
export function periodOf(
  unit: PeriodUnit,
  day: number,
  timeZone: string,
  now: number,
): HistoryRange {
  return { kind: "period", unit, day: day >= dayOf(timeZone, now) ? null : day };
}

/** Moves a span by the number of days it touches, at most to the end of today. */
function stepSpan(span: Span, by: -1 | 1, timeZone: string, now: number): Span | null {
  const days = Math.max(1, Math.round((span.to - span.from) / DAY_MS));
  let stepped: Span | null = null;
  for (let count = 0; count < Math.min(days, listDays(timeZone, span).length); count++) {
    const next = stepDay(timeZone, stepped ?? span, by, now);
    if (next === null) break;
    stepped = next;
  }
  return stepped;
}
