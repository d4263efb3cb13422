import { DAY_MS } from "../units/durations.ts";
import {
  type CalendarUnit,
  dayOf,
  daySpan,
  firstDayOf,
  instantAt,
  msOfDayAt,
  periodAt,
  type Span,
  startOfDay,
} from "./local-days.ts";

/** Shortcuts of the charts' date pickers (specification, section 9, "Chart date shortcuts"). */
export const DATE_SHORTCUTS = [
  "today",
  "yesterday",
  "dayBefore",
  "last24Hours",
  "last3Days",
  "last7Days",
  "last30Days",
  "last90Days",
  "last180Days",
  "last365Days",
  "thisWeek",
  "thisMonth",
  "thisYear",
] as const;
export type DateShortcut = (typeof DATE_SHORTCUTS)[number];

/** Presets of the state curve's range picker, in its order. Its week, months and half year have 7 to 180 days. */
export const STATE_CURVE_PRESETS = {
  today: "today",
  yesterday: "yesterday",
  lastWeek: "last7Days",
  lastMonth: "last30Days",
  lastThreeMonths: "last90Days",
  lastHalfYear: "last180Days",
  thisWeek: "thisWeek",
  thisMonth: "thisMonth",
  thisYear: "thisYear",
} as const satisfies Record<string, DateShortcut>;
export type StateCurvePreset = keyof typeof STATE_CURVE_PRESETS;

const DAYS_BACK = {
  last3Days: 3,
  last7Days: 7,
  last30Days: 30,
  last90Days: 90,
  last180Days: 180,
  last365Days: 365,
} as const;

/**
 * Returns the period of a shortcut at a site: whole local days that end with today unless the name states otherwise. No
 * period exceeds the end of today; only the last 24 hours end now.
 * @param now ms UTC
 */
export function spanOfShortcut(shortcut: DateShortcut, timeZone: string, now: number): Span {
  const today = dayOf(timeZone, now);
  switch (shortcut) {
    case "today":
      return daySpan(timeZone, today);
    case "yesterday":
      return daySpan(timeZone, today - 1);
    case "dayBefore":
      return daySpan(timeZone, today - 2);
    case "last24Hours":
      return { from: now - DAY_MS, to: now };
    case "thisWeek":
      return daysUpTo(timeZone, firstDayOf("week", today), today);
    case "thisMonth":
      return daysUpTo(timeZone, firstDayOf("month", today), today);
    case "thisYear":
      return daysUpTo(timeZone, firstDayOf("year", today), today);
    default:
      return daysUpTo(timeZone, today + 1 - DAYS_BACK[shortcut], today);
  }
}

function daysUpTo(timeZone: string, first: number, last: number): Span {
  return { from: startOfDay(timeZone, first), to: startOfDay(timeZone, last + 1) };
}

/**
 * Returns the local day, week, month or year before or after the one that contains an instant; null if it has not
 * begun yet.
 * @param at ms UTC
 * @param now ms UTC
 */
export function stepPeriod(
  timeZone: string,
  unit: Exclude<CalendarUnit, "hour">,
  at: number,
  by: -1 | 1,
  now: number,
): Span | null {
  const { from, to } = periodAt(timeZone, unit, at);
  if (by > 0 && to > now) return null;
  return periodAt(timeZone, unit, by > 0 ? to : from - 1);
}

/**
 * Returns a period one day earlier or later, at the same local times; null if it would end after today.
 * @param now ms UTC
 */
export function stepDay(timeZone: string, span: Span, by: -1 | 1, now: number): Span | null {
  const to = sameTime(timeZone, span.to, by);
  if (by > 0 && to > startOfDay(timeZone, dayOf(timeZone, now) + 1)) return null;
  return { from: sameTime(timeZone, span.from, by), to };
}

function sameTime(timeZone: string, at: number, days: number): number {
  const day = dayOf(timeZone, at);
  // If clocks change at midnight, the day does not begin at 0:00.
  if (at === startOfDay(timeZone, day)) return startOfDay(timeZone, day + days);
  return instantAt(timeZone, day + days, msOfDayAt(timeZone, at));
}
