import fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR_MS } from "../units/durations.ts";
import {
  DATE_SHORTCUTS,
  type DateShortcut,
  STATE_CURVE_PRESETS,
  spanOfShortcut,
  stepDay,
  stepPeriod,
} from "./date-shortcuts.ts";
import {
  dayOf,
  daySpan,
  formatDay,
  instantAt,
  listDays,
  parseDay,
  type Span,
} from "./local-days.ts";

const BERLIN = "Europe/Berlin";
/** A Sunday, 23:30 in Berlin. */
const NOW = Date.UTC(2026, 10, 22, 22, 30);
const ZONES = [
  "UTC",
  BERLIN,
  "Asia/Kathmandu",
  "Pacific/Marquesas",
  "Australia/Sydney",
  "Africa/Cairo",
];

const days = (shortcut: DateShortcut) =>
  listDays(BERLIN, spanOfShortcut(shortcut, BERLIN, NOW)).map(({ day }) => formatDay(day));

test("each shortcut's first and last day", () => {
  const expected: Record<Exclude<DateShortcut, "last24Hours">, [string, string, number]> = {
    today: ["2026-11-22", "2026-11-22", 1],
    yesterday: ["2026-11-21", "2026-11-21", 1],
    dayBefore: ["2026-11-20", "2026-11-20", 1],
    last3Days: ["2026-11-20", "2026-11-22", 3],
    last7Days: ["2026-11-16", "2026-11-22", 7],
    last30Days: ["2026-10-24", "2026-11-22", 30],
    last90Days: ["2026-08-25", "2026-11-22", 90],
    last180Days: ["2026-05-27", "2026-11-22", 180],
    last365Days: ["2025-11-23", "2026-11-22", 365],
    thisWeek: ["2026-11-16", "2026-11-22", 7],
    thisMonth: ["2026-11-01", "2026-11-22", 22],
    thisYear: ["2026-01-01", "2026-11-22", 326],
  };
  for (const [shortcut, [first, last, count]] of Object.entries(expected)) {
    const found = days(shortcut as DateShortcut);
    expect([found[0], found.at(-1), found.length], shortcut).toEqual([first, last, count]);
  }
  expect(spanOfShortcut("last24Hours", BERLIN, NOW)).toEqual({ from: NOW - 24 * HOUR_MS, to: NOW });
});

test("the presets of the state curve span 7, 30, 90 and 180 days", () => {
  const { lastWeek, lastMonth, lastThreeMonths, lastHalfYear } = STATE_CURVE_PRESETS;
  const counts = [lastWeek, lastMonth, lastThreeMonths, lastHalfYear].map(
    (preset) => days(preset).length,
  );
  expect(counts).toEqual([7, 30, 90, 180]);
});

test("now is always in them but for the past ones, and nothing goes past the end of today", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.integer({ min: Date.UTC(2005, 0), max: Date.UTC(2040, 0) }),
      fc.constantFrom(...DATE_SHORTCUTS),
      (timeZone, now, shortcut) => {
        const { from, to } = spanOfShortcut(shortcut, timeZone, now);
        const today = daySpan(timeZone, dayOf(timeZone, now));
        expect(from).toBeLessThan(to);
        expect(to).toBeLessThanOrEqual(today.to);
        const isPast = shortcut === "yesterday" || shortcut === "dayBefore";
        expect(to > now || shortcut === "last24Hours").toBe(!isPast);
      },
    ),
  );
});

test("steps of days, weeks, months and years end with the one that now is in", () => {
  const step = (unit: "day" | "week" | "month" | "year", date: string, by: -1 | 1) => {
    const at = instantAt(BERLIN, parseDay(date) ?? 0, 12 * HOUR_MS);
    const span = stepPeriod(BERLIN, unit, at, by, NOW);
    return span && listDays(BERLIN, span).map(({ day }) => formatDay(day));
  };
  expect(step("day", "2026-11-21", 1)).toEqual(["2026-11-22"]);
  expect(step("day", "2026-11-22", 1)).toBeNull();
  expect(step("week", "2026-11-15", 1)?.[0]).toBe("2026-11-16");
  expect(step("week", "2026-11-16", 1)).toBeNull();
  expect(step("month", "2026-10-31", 1)?.length).toBe(30);
  expect(step("month", "2026-11-01", 1)).toBeNull();
  expect(step("month", "2026-03-31", -1)?.length).toBe(28);
  expect(step("year", "2025-06-01", 1)?.[0]).toBe("2026-01-01");
  expect(step("year", "2026-01-01", 1)).toBeNull();
});

test("a date that was left out is stepped over", () => {
  const apia = (date: string) => daySpan("Pacific/Apia", parseDay(date) ?? Number.NaN);
  const { from } = apia("2011-12-29");
  expect(stepPeriod("Pacific/Apia", "day", from, 1, NOW)).toEqual(apia("2011-12-31"));
  expect(stepPeriod("Pacific/Apia", "day", apia("2011-12-31").from, -1, NOW)).toEqual(
    apia("2011-12-29"),
  );
});

test("a picked span moves by a day at the same times of the clock, never past today", () => {
  const at = (date: string, hours: number) =>
    instantAt(BERLIN, parseDay(date) ?? 0, hours * HOUR_MS);
  const span = (date: string): Span => ({ from: at(date, 8), to: at(date, 12) });
  expect(stepDay(BERLIN, span("2026-10-24"), 1, NOW)).toEqual(span("2026-10-25"));
  expect(stepDay(BERLIN, span("2026-10-25"), -1, NOW)).toEqual(span("2026-10-24"));
  expect(stepDay(BERLIN, span("2026-11-22"), 1, NOW)).toBeNull();
  const today = spanOfShortcut("today", BERLIN, NOW);
  expect(stepDay(BERLIN, today, 1, NOW)).toBeNull();
  expect(stepDay(BERLIN, today, -1, NOW)).toEqual(spanOfShortcut("yesterday", BERLIN, NOW));
  const short = daySpan("Africa/Cairo", parseDay("2025-04-25") ?? 0);
  expect(stepDay("Africa/Cairo", short, -1, NOW)).toEqual(
    daySpan("Africa/Cairo", parseDay("2025-04-24") ?? 0),
  );
});
