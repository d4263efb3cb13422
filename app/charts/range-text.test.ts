import fc from "fast-check";
import { expect, test } from "vitest";
import { daySpan, parseDay } from "#domain/history/local-days.ts";
import { formatRange, formatSecond, parseRange, rangeTexts } from "./range-text.ts";

const ZONE = "Europe/Berlin";
const NOW = Date.UTC(2026, 10, 22, 14);
const day = (date: string) => daySpan(ZONE, parseDay(date) ?? 0);
const parse = (from: string, to: string) => parseRange({ from, to }, ZONE, NOW);

test("a day is shown from 0:00:00 to 23:59:59 of the site's clocks, and read back as that day", () => {
  const texts = rangeTexts(ZONE, day("2026-11-22"));
  expect(texts).toEqual({ from: "2026-11-22 00:00:00", to: "2026-11-22 23:59:59" });
  expect(parseRange(texts, ZONE, NOW)).toEqual({ span: day("2026-11-22") });
});

test("a day alone, minutes without seconds and other digits are understood", () => {
  expect(parse("2026-11-21", "2026-11-21")).toEqual({ span: day("2026-11-21") });
  expect(parse(" 2026-11-21T8:05", "2026-11-21 08:05:30")).toEqual({
    span: { from: Date.UTC(2026, 10, 21, 7, 5), to: Date.UTC(2026, 10, 21, 7, 5, 31) },
  });
  expect(parse("٢٠٢٦-١١-٢١", "２０２６-11-21")).toEqual({ span: day("2026-11-21") });
});

test("an error is reported for the field that has it", () => {
  expect(parse("2026-02-30", "yesterday")).toEqual({ errors: { from: "wrong", to: "wrong" } });
  expect(parse("2026-11-20 24:00:00", "2026-11-20")).toEqual({ errors: { from: "wrong" } });
  expect(parse("2026-11-20", "2026-11-19")).toEqual({ errors: { to: "order" } });
  expect(parse("2026-11-20", "2026-11-23 00:00:00")).toEqual({ errors: { to: "late" } });
  expect(parse("2027-01-01", "2027-01-02")).toEqual({ errors: { from: "late", to: "late" } });
  expect(parse("1999-12-31", "2026-11-19")).toEqual({ errors: { from: "early" } });
});

test("whole days are said as days, other ranges to the second", () => {
  expect(formatRange(ZONE, day("2026-11-22"))).toBe("2026-11-22");
  expect(formatRange(ZONE, { from: day("2026-11-16").from, to: day("2026-11-22").to })).toBe(
    "2026-11-16 – 2026-11-22",
  );
  expect(formatRange(ZONE, { from: NOW - 5_000, to: NOW })).toBe(
    "2026-11-22 14:59:55 – 2026-11-22 14:59:59",
  );
});

test("any span of full seconds is read back as it was shown, but where clocks show a time twice", () => {
  const zones = fc.constantFrom("UTC", "Asia/Kathmandu", "Pacific/Marquesas", "Australia/Eucla");
  const second = fc.integer({ min: 946_800_000, max: Math.floor(NOW / 1_000) });
  fc.assert(
    fc.property(zones, second, fc.integer({ min: 1, max: 10_000_000 }), (zone, begin, length) => {
      const from = begin * 1_000;
      const span = { from, to: Math.min(from + length * 1_000, NOW + 1_000) };
      if (span.to <= span.from) return;
      expect(parseRange(rangeTexts(zone, span), zone, NOW)).toEqual({ span });
      expect(formatSecond(zone, from)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    }),
  );
});
