import fc from "fast-check";
import { expect, test } from "vitest";
import {
  dayOf,
  formatDay,
  instantAt,
  listDays,
  msOfDayAt,
  parseDay,
  periodAt,
  shiftDay,
  startOfDay,
} from "../history/local-days.ts";
import { DAY_MS, HOUR_MS, QUARTER_MS } from "../units/durations.ts";
import { compareBars, comparePeriods, coveredPart } from "./compared-period.ts";

/** Odd offsets, both halves of the earth, clocks changed at midnight and by half an hour, a skipped date. */
const ZONES = [
  "UTC",
  "Europe/Berlin",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "America/St_Johns",
  "America/Santiago",
  "Africa/Casablanca",
];
const UNITS = ["day", "week", "month", "year"] as const;
const zone = fc.constantFrom(...ZONES);
const instant = fc.integer({ min: Date.UTC(2005, 0), max: Date.UTC(2035, 0) });
const BERLIN = "Europe/Berlin";

/** Local date and time at an instant. */
function clock(timeZone: string, at: number): string {
  const minutes = Math.floor(msOfDayAt(timeZone, at) / 60_000);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${formatDay(dayOf(timeZone, at))} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function compare(unit: (typeof UNITS)[number], date: string, now: string, timeZone = BERLIN) {
  const at = (text: string) => {
    const [day = "", time = "00:00"] = text.split(" ");
    const [hours, minutes] = time.split(":").map(Number);
    return instantAt(timeZone, parseDay(day) ?? 0, ((hours ?? 0) * 60 + (minutes ?? 0)) * 60_000);
  };
  const found = comparePeriods(unit, periodAt(timeZone, unit, at(date)), timeZone, at(now));
  if (found === null) throw new Error("no period before");
  const { passed, before, beforeUntil } = found;
  return [passed.to, before.from, beforeUntil, before.to].map((one) => clock(timeZone, one));
}

test("a running month is compared with the same days of the month before, to the same time", () => {
  expect(compare("month", "2026-11-12", "2026-11-12 14:30")).toEqual([
    ...["2026-11-12 14:30", "2026-10-01 00:00", "2026-10-12 14:30", "2026-11-01 00:00"],
  ]);
});

test("days that the month before does not have correspond to its end", () => {
  expect(compare("month", "2026-03-31", "2026-03-31 10:00")[2]).toBe("2026-03-01 00:00");
  expect(compare("month", "2026-03-29", "2026-03-29 10:00")[2]).toBe("2026-03-01 00:00");
  expect(compare("month", "2026-03-28", "2026-03-28 10:00")[2]).toBe("2026-02-28 10:00");
  expect(compare("year", "2028-02-29", "2028-02-29 10:00")[2]).toBe("2027-03-01 00:00");
});

test("a month that has ended is compared with the whole month before", () => {
  expect(compare("month", "2026-02-10", "2026-07-01")).toEqual([
    ...["2026-03-01 00:00", "2026-01-01 00:00", "2026-02-01 00:00", "2026-02-01 00:00"],
  ]);
});

test("days of 23 and 25 hours are compared by the clock", () => {
  expect(compare("day", "2026-03-29", "2026-03-29 14:00")[2]).toBe("2026-03-28 14:00");
  expect(compare("day", "2026-10-26", "2026-10-26 14:00")[2]).toBe("2026-10-25 14:00");
  const day = periodAt(BERLIN, "day", Date.parse("2026-10-25T12:00Z"));
  const { before, passed } = comparePeriods("day", day, BERLIN, Date.UTC(2027, 0)) ?? {};
  expect([passed, before].map((one) => ((one?.to ?? 0) - (one?.from ?? 0)) / HOUR_MS)).toEqual([
    ...[25, 24],
  ]);
});

test("any other span is compared with the same times as many days before", () => {
  const [from, to] = ["2026-05-10T10:00Z", "2026-05-10T14:00Z"].map((text) => Date.parse(text));
  const span = { from: from ?? 0, to: to ?? 0 };
  expect(comparePeriods("span", span, BERLIN, Date.UTC(2027, 0))).toEqual({
    passed: span,
    before: { from: span.from - DAY_MS, to: span.to - DAY_MS },
    beforeUntil: span.to - DAY_MS,
  });
});

test("a calendar period: the one before is whole, adjacent, and as far as this one has passed", () => {
  fc.assert(
    fc.property(zone, fc.constantFrom(...UNITS), instant, instant, (timeZone, unit, at, now) => {
      const span = periodAt(timeZone, unit, at);
      const found = comparePeriods(unit, span, timeZone, now);
      expect(found === null).toBe(now <= span.from);
      if (now <= span.from) return;
      if (found === null) throw new Error("no period before");
      const { passed, before, beforeUntil } = found;
      expect(before).toEqual(periodAt(timeZone, unit, span.from - 1));
      expect(before.to).toBe(span.from);
      expect(beforeUntil).toBeGreaterThanOrEqual(before.from);
      expect(beforeUntil).toBeLessThanOrEqual(before.to);
      if (now >= span.to) expect(beforeUntil).toBe(before.to);
      else expect(passed.to - now).toBeLessThan(QUARTER_MS);
    }),
    { numRuns: 300 },
  );
});

test("the later it is, the further the comparison goes, and whole days correspond to whole days", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("UTC", BERLIN, "America/St_Johns"),
      fc.constantFrom("week" as const, "month" as const, "year" as const),
      instant,
      fc.nat({ max: 27 }),
      (timeZone, unit, at, days) => {
        const span = periodAt(timeZone, unit, at);
        const until = (count: number) => {
          const end = startOfDay(timeZone, dayOf(timeZone, span.from) + (count % 28));
          return comparePeriods(unit, span, timeZone, end);
        };
        const found = until(days);
        const start = dayOf(timeZone, span.from);
        if (found === null || found.passed.to >= span.to) return;
        const expected = shiftDay(unit, start + days, -1);
        expect(found.beforeUntil).toBe(startOfDay(timeZone, expected));
        expect(until(days + 1)?.beforeUntil ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(
          days === 27 ? 0 : found.beforeUntil,
        );
      },
    ),
    { numRuns: 300 },
  );
});

test("whole days of any number are compared with as many whole days, directly before", () => {
  fc.assert(
    fc.property(zone, instant, fc.integer({ min: 2, max: 90 }), (timeZone, at, count) => {
      const first = dayOf(timeZone, at);
      const days = { from: startOfDay(timeZone, first), to: startOfDay(timeZone, first + count) };
      const { before } = comparePeriods("span", days, timeZone, days.to + DAY_MS) ?? {};
      expect(before?.to).toBe(days.from);
      // Samoa skipped a date.
      if (timeZone === "Pacific/Apia") return;
      expect(listDays(timeZone, before ?? days)).toHaveLength(count);
    }),
    { numRuns: 300 },
  );
});

test("bars of the period before are within it, in order and apart from each other", () => {
  fc.assert(
    fc.property(zone, fc.constantFrom(...UNITS), instant, (timeZone, unit, at) => {
      const span = periodAt(timeZone, unit, at);
      const { before } = comparePeriods(unit, span, timeZone, span.to) ?? {};
      if (before === undefined) throw new Error("no period before");
      const bars = { day: "hour", week: "day", month: "day", year: "month" } as const;
      const list = compareBars(unit, span, before, bars[unit], timeZone);
      expect([list[0]?.from, list.at(-1)?.to]).toEqual([span.from, span.to]);
      let last = before.from;
      for (const bar of list) {
        if (bar.before === null) continue;
        expect(bar.before.from).toBeGreaterThanOrEqual(last);
        expect(bar.before.to).toBeLessThanOrEqual(before.to);
        last = bar.before.to;
      }
      if (unit !== "month") expect(last).toBe(before.to);
    }),
    { numRuns: 300 },
  );
});

test("an hour that occurs again after midnight is compared once", () => {
  // The clocks of Newfoundland went back from 0:01 to 23:01 in 2010.
  const zone = "America/St_Johns";
  const span = periodAt(zone, "day", Date.UTC(2010, 10, 7, 12));
  const before = periodAt(zone, "day", span.from - 1);
  const list = compareBars("day", span, before, "hour", zone);
  expect(list.map((bar) => bar.before && bar.before.to - bar.before.from)).toEqual([
    null,
    null,
    ...Array(24).fill(HOUR_MS),
  ]);
});

test("a date that the zone skipped is compared with nothing, and the one after it once", () => {
  // Samoa had no 30 December 2011.
  const zone = "Pacific/Apia";
  const span = periodAt(zone, "month", Date.UTC(2012, 0, 15));
  const before = periodAt(zone, "month", span.from - 1);
  const list = compareBars("month", span, before, "day", zone).slice(-3);
  const named = list.map((bar) => bar.before && formatDay(dayOf(zone, bar.before.from)));
  expect(named).toEqual(["2011-12-29", null, "2011-12-31"]);
});

test("the 30th has no bar of a February, and an hour has that of the same clock", () => {
  const bars = (date: string, unit: "day" | "month") => {
    const span = periodAt(BERLIN, unit, Date.parse(date));
    const { before } = comparePeriods(unit, span, BERLIN, span.to) ?? { before: span };
    return compareBars(unit, span, before, unit === "day" ? "hour" : "day", BERLIN);
  };
  const march = bars("2026-03-15T12:00Z", "month");
  expect(march.filter((bar) => bar.before === null)).toHaveLength(3);
  expect(march[27]?.before?.to).toBe(march[0]?.from);
  const afterChange = bars("2026-03-30T12:00Z", "day");
  expect(afterChange.map(({ before }) => before === null)).toEqual(
    Array.from({ length: 24 }, (_, hour) => hour === 2),
  );
  expect(clock(BERLIN, afterChange[14]?.before?.from ?? 0)).toBe("2026-03-29 14:00");
});

test("partial data is stated in days, or in the hours of a day, and never as all or none", () => {
  const month = periodAt(BERLIN, "month", Date.parse("2026-10-15T12:00Z"));
  const day = periodAt(BERLIN, "day", Date.parse("2026-10-15T12:00Z"));
  expect(coveredPart(month, BERLIN, 8 / 31)).toEqual({ unit: "day", count: 8, of: 31 });
  expect(coveredPart(month, BERLIN, 0.001)).toEqual({ unit: "day", count: 1, of: 31 });
  expect(coveredPart(month, BERLIN, 0.985)).toEqual({ unit: "day", count: 30, of: 31 });
  expect(coveredPart(day, BERLIN, 0.25)).toEqual({ unit: "hour", count: 6, of: 24 });
  expect(coveredPart({ from: day.from, to: day.from + 6 * HOUR_MS }, BERLIN, 0.93)).toBeNull();
  expect([0, 0.995, 1].map((coverage) => coveredPart(month, BERLIN, coverage))).toEqual([
    ...[null, null, null],
  ]);
});
