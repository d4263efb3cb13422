import fc from "fast-check";
import { expect, test } from "vitest";
import { DATE_SHORTCUTS } from "#domain/history/date-shortcuts.ts";
import { dayOf, formatDay, parseDay, startOfDay } from "#domain/history/local-days.ts";
import {
  type HistoryRange,
  HOUR_QUANTITIES,
  PERIOD_UNITS,
  POWER_VIEWS,
  periodOf,
  readHistoryQuery,
  showRange,
  stepRange,
  writeHistoryQuery,
} from "./history-query.ts";

const BERLIN = "Europe/Berlin";
/** A Sunday evening. */
const NOW = Date.parse("2026-11-22T18:30Z");
const day = (date: string) => parseDay(date) ?? 0;
const show = (range: HistoryRange) => {
  const shown = showRange(range, BERLIN, NOW);
  const { from, to } = shown.span;
  const dates = [from, to - 1].map((at) => formatDay(dayOf(BERLIN, at)));
  return { ...shown, dates: dates.join(" ") };
};

const anyRange: fc.Arbitrary<HistoryRange> = fc.oneof(
  fc.record({
    kind: fc.constant("period" as const),
    unit: fc.constantFrom(...PERIOD_UNITS),
    day: fc.option(fc.integer({ min: day("2000-01-01"), max: day("2030-01-01") })),
  }),
  fc.record({ kind: fc.constant("shortcut" as const), name: fc.constantFrom(...DATE_SHORTCUTS) }),
  fc
    .tuple(fc.integer({ min: 946_684_800_000, max: NOW }), fc.integer({ min: 1_000, max: 1e11 }))
    .map(([from, length]) => ({ kind: "span" as const, span: { from, to: from + length } })),
);

const anyViews = fc.tuple(
  fc.constantFrom(null, ...POWER_VIEWS),
  fc.constantFrom(null, ...HOUR_QUANTITIES),
);
const anyPhases = fc.constantFrom(null, "acInput.power", "load.voltage.0033A1");

test("an address determines the shown period and keeps its other parameters", () => {
  fc.assert(
    fc.property(
      anyRange,
      fc.constantFrom("summary", "battery"),
      anyPhases,
      anyViews,
      (...given) => {
        const [range, chart, phases, [power, hours]] = given;
        const before = new URLSearchParams("key=abc&role=x&date=2001-01-01&range=today&view=year");
        const params = writeHistoryQuery(before, { range, chart, phases, power, hours });
        expect([params.get("key"), params.get("role")]).toEqual(["abc", "x"]);
        expect(readHistoryQuery(params)).toEqual({ range, chart, phases, power, hours });
      },
    ),
  );
});

test("an address that says nothing, or nonsense, shows today", () => {
  for (const text of [
    "",
    "date=2026-02-30&view=decade&chart=x",
    "from=7&to=9",
    "from=1e12&to=1&phases=load&power=bars&hours=battery",
  ])
    expect(readHistoryQuery(new URLSearchParams(text))).toEqual({
      range: { kind: "period", unit: "day", day: null },
      chart: "summary",
      phases: null,
      power: null,
      hours: null,
    });
});

test.each([
  ["today", "day", "2026-11-22 2026-11-22"],
  ["yesterday", "day", "2026-11-21 2026-11-21"],
  ["dayBefore", "day", "2026-11-20 2026-11-20"],
  ["last24Hours", null, "2026-11-21 2026-11-22"],
  ["last3Days", null, "2026-11-20 2026-11-22"],
  ["last7Days", null, "2026-11-16 2026-11-22"],
  ["last30Days", null, "2026-10-24 2026-11-22"],
  ["last90Days", null, "2026-08-25 2026-11-22"],
  ["last180Days", null, "2026-05-27 2026-11-22"],
  ["last365Days", null, "2025-11-23 2026-11-22"],
  ["thisWeek", "week", "2026-11-16 2026-11-22"],
  ["thisMonth", "month", "2026-11-01 2026-11-30"],
  ["thisYear", "year", "2026-01-01 2026-12-31"],
] as const)("%s", (name, unit, dates) => {
  expect(show({ kind: "shortcut", name })).toMatchObject({ unit, dates, shortcut: name });
});

test("a period that happens to be a shortcut is known as it", () => {
  const period = (unit: "day" | "week" | "year", date: string) =>
    show({ kind: "period", unit, day: day(date) }).shortcut;
  expect([
    period("day", "2026-11-21"),
    period("day", "2026-11-19"),
    period("week", "2026-11-17"),
    period("week", "2026-11-15"),
    period("year", "2026-02-01"),
  ]).toEqual(["yesterday", null, "thisWeek", null, "thisYear"]);
});

test("a span of one whole day is that day, and one that ends tomorrow ends with today", () => {
  const from = startOfDay(BERLIN, day("2026-10-25"));
  const span = { from, to: startOfDay(BERLIN, day("2026-10-26")) };
  expect(show({ kind: "span", span })).toMatchObject({ unit: "day", day: day("2026-10-25") });
  const late = show({ kind: "span", span: { from, to: NOW + 1e11 } });
  expect(late).toMatchObject({ unit: null, dates: "2026-10-25 2026-11-22", isPresent: true });
});

test("a step back and one forward lead back, and nothing passes today", () => {
  const end = startOfDay(BERLIN, day("2026-11-23"));
  fc.assert(
    fc.property(anyRange, (range) => {
      const shown = showRange(range, BERLIN, NOW);
      expect(shown.day).toBeLessThanOrEqual(day("2026-11-22"));
      const next = stepRange(shown, 1, BERLIN, NOW);
      if (shown.span.to >= end) expect(next).toBeNull();
      if (next !== null) {
        const later = showRange(next, BERLIN, NOW);
        expect(later.span.from).toBeGreaterThan(shown.span.from);
        if (later.unit === null) expect(later.span.to).toBeLessThanOrEqual(end);
        else expect(later.span.from).toBeLessThanOrEqual(NOW);
      }
      const back = stepRange(shown, -1, BERLIN, NOW);
      if (back !== null)
        expect(showRange(back, BERLIN, NOW).span.from).toBeLessThan(shown.span.from);
    }),
  );
});

test("a month back of the 31st is the last of a shorter one, and forward again it is today at most", () => {
  const now = Date.parse("2026-10-31T12:00Z");
  const today = showRange({ kind: "period", unit: "month", day: null }, BERLIN, now);
  const back = stepRange(today, -1, BERLIN, now);
  expect(back).toEqual({ kind: "period", unit: "month", day: day("2026-09-30") });
  expect(periodOf("day", day("2026-10-31"), BERLIN, now)).toEqual({
    kind: "period",
    unit: "day",
    day: null,
  });
});

test("days are stepped by as many, and 24 hours by a day at the same time", () => {
  const week = showRange({ kind: "shortcut", name: "last7Days" }, BERLIN, NOW);
  const before = stepRange(week, -1, BERLIN, NOW);
  expect(before && show(before).dates).toBe("2026-11-09 2026-11-15");
  const hours = showRange({ kind: "shortcut", name: "last24Hours" }, BERLIN, NOW);
  expect(stepRange(hours, -1, BERLIN, NOW)).toEqual({
    kind: "span",
    span: { from: NOW - 2 * 86_400_000, to: NOW - 86_400_000 },
  });
});
