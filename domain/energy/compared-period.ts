import {
  dayOf,
  instantAt,
  listDays,
  listPeriods,
  msOfDayAt,
  periodAt,
  type Span,
  shiftDay,
  startOfDay,
} from "../history/local-days.ts";
import { DAY_MS, HOUR_MS, QUARTER_MS } from "../units/durations.ts";

/** Kind of a period: a local calendar period, or any other span of time. */
export type ComparedUnit = "day" | "week" | "month" | "year" | "span";

/** A period and the one before it that it is compared with, ms UTC. */
export type ComparedPeriod = {
  /** The part of the period that has passed; the whole period once it has ended. */
  passed: Span;
  /** The whole period before. */
  before: Span;
  /** End of the part of `before` that corresponds to `passed`; its beginning is that of `before`. */
  beforeUntil: number;
};

/**
 * Returns the period with which another one is compared. A calendar period is compared with the one before it. Any
 * other span is compared with the same times of the clock as many days earlier as it is long. A period that has not
 * ended is compared up to the same time of the same day: 1 to 12 November, 14:00 with 1 to 12 October, 14:00. Days that
 * the month before does not have correspond to its end.
 * @param span a whole calendar period of `unit`, or any span
 * @param now ms UTC
 * @returns null if the period has not begun
 */
export function comparePeriods(
  unit: ComparedUnit,
  span: Span,
  timeZone: string,
  now: number,
): ComparedPeriod | null {
  // Ends at a quarter of an hour are read from rollups; the newest quarter counts as passed.
  const passedUntil = Math.min(span.to, Math.ceil(now / QUARTER_MS) * QUARTER_MS);
  if (passedUntil <= span.from) return null;
  const passed = { from: span.from, to: passedUntil };
  const shift = shiftOf(unit, span, timeZone);
  const before =
    unit === "span"
      ? { from: shift(span.from), to: Math.min(shift(span.to), span.from) }
      : periodAt(timeZone, unit, span.from - 1);
  if (before.to <= before.from) return null;
  const until = passedUntil === span.to ? before.to : shift(passedUntil);
  return { passed, before, beforeUntil: Math.min(before.to, Math.max(before.from, until)) };
}

/** A bar of a period, and the corresponding time of the period before; null if that has no such hour or day. */
export type ComparedBar = Span & { before: Span | null };

/** Two hours of the day before correspond to an hour after which the clocks skip one. */
const MAX_HOUR_MS = 2 * HOUR_MS;

/**
 * Lists the local hours, days or months of a period, each with the corresponding one of the period before: the hours by
 * the clock, the days of months by their number.
 * @param before the period before, as `comparePeriods` returns it
 */
export function compareBars(
  unit: ComparedUnit,
  span: Span,
  before: Span,
  bars: "hour" | "day" | "month",
  timeZone: string,
): ComparedBar[] {
  const shift = shiftOf(unit, span, timeZone);
  return listPeriods(timeZone, bars, span).map((period) => {
    const from = Math.max(period.from, span.from);
    const to = Math.min(period.to, span.to);
    const start = Math.max(shift(from), before.from);
    const next = shift(to);
    const end = bars === "hour" ? next : periodAt(timeZone, bars, start).to;
    const until = Math.min(end, before.to);
    // The zone skipped the corresponding date.
    if (next <= start) return { from, to, before: null };
    // An hour that the clocks show again, because they go back over midnight, corresponds to its second time.
    const isAgain = bars === "hour" && until - start > MAX_HOUR_MS;
    return { from, to, before: start < until && !isAgain ? { from: start, to: until } : null };
  });
}

/** Returns the function that moves an instant of a period to the corresponding one of the period before. */
function shiftOf(unit: ComparedUnit, span: Span, timeZone: string): (at: number) => number {
  const isByDays = unit === "span" || unit === "day";
  const days = unit === "day" ? daysSinceLast(span, timeZone) : daysOf(span, timeZone);
  return (at) => {
    const day = dayOf(timeZone, at);
    const isStart = at === startOfDay(timeZone, day);
    const shifted = isByDays ? day - days : shiftDay(unit, day, -1);
    // The month before has no such day, so the one after its last day begins.
    const isClamped = !isByDays && shiftDay(unit, shifted, 1) !== day;
    if (isClamped) return startOfDay(timeZone, shifted + 1);
    return isStart
      ? startOfDay(timeZone, shifted)
      : instantAt(timeZone, shifted, msOfDayAt(timeZone, at));
  };
}

/** Number of days by which a day is moved: 2 if the zone skipped the date before it. */
function daysSinceLast({ from }: Span, timeZone: string): number {
  return dayOf(timeZone, from) - dayOf(timeZone, from - 1);
}

/** Number of days by which a span is moved: those that it has, or its length in days, rounded up. */
function daysOf(span: Span, timeZone: string): number {
  const days = listDays(timeZone, span);
  const isWhole = days[0]?.from === span.from && days.at(-1)?.to === span.to;
  return isWhole ? days.length : Math.max(1, Math.round((span.to - span.from) / DAY_MS));
}

/** Data that covers at least this share of a period is complete: an interval between two samples is no gap. */
const COMPLETE_FROM = 0.99;
/** Less is missing where the logger has not sent its newest samples yet, ms. */
const NO_GAP_MS = 2 * QUARTER_MS;

/**
 * Returns how much of a period has data, as whole days, or hours of a period of at most a day: 8 of 31 days. It is
 * never rounded to all or none of them.
 * @param coverage share of the period with data, 0 to 1
 * @returns null if the data is complete or missing
 */
export function coveredPart(
  { from, to }: Span,
  timeZone: string,
  coverage: number,
): { unit: "hour" | "day"; count: number; of: number } | null {
  if (coverage <= 0 || coverage >= COMPLETE_FROM) return null;
  if ((1 - coverage) * (to - from) <= NO_GAP_MS) return null;
  const days = listDays(timeZone, { from, to }).length;
  const unit = days > 1 ? "day" : "hour";
  const of = unit === "day" ? days : Math.max(1, Math.round((to - from) / HOUR_MS));
  if (of < 2) return null;
  return { unit, of, count: Math.min(of - 1, Math.max(1, Math.round(coverage * of))) };
}
