import fc from "fast-check";
import { expect, test } from "vitest";
import { daySpan, parseDay } from "#domain/history/local-days.ts";
import { chooseLabels, turnsLabels } from "./axis-labels.ts";

const ZONE = "Europe/Berlin";
const days = (from: string, to: string) => ({
  from: daySpan(ZONE, parseDay(from) ?? 0).from,
  to: daySpan(ZONE, parseDay(to) ?? 0).to,
});

test("labels are turned when more than 12 days, 20 hours or 24 points are shown, and always for weeks", () => {
  expect([12, 13].map((count) => turnsLabels("day", count))).toEqual([false, true]);
  expect([20, 21].map((count) => turnsLabels("hour", count))).toEqual([false, true]);
  for (const unit of ["second", "minute", "month", "year"] as const)
    expect([24, 25].map((count) => turnsLabels(unit, count))).toEqual([false, true]);
  expect([1, 100].map((count) => turnsLabels("week", count))).toEqual([true, true]);
});

test("a wide day has its hours turned, a narrow one has fewer that are not", () => {
  const day = days("2026-11-22", "2026-11-22");
  const wide = chooseLabels(ZONE, day, 1_200);
  expect([wide.step.unit, wide.ticks.length, wide.isTurned]).toEqual(["hour", 25, true]);
  const narrow = chooseLabels(ZONE, day, 300);
  expect([narrow.step.count, narrow.ticks.length, narrow.isTurned]).toEqual([6, 5, false]);
});

test("a month has turned days, a half year turned weeks, a year its months", () => {
  const labelsOf = (from: string, to: string) => {
    const { step, isTurned } = chooseLabels(ZONE, days(from, to), 1_000);
    return [step.unit, step.count, isTurned];
  };
  expect(labelsOf("2026-10-24", "2026-11-22")).toEqual(["day", 1, true]);
  expect(labelsOf("2026-05-27", "2026-11-22")).toEqual(["week", 1, true]);
  expect(labelsOf("2026-01-01", "2026-12-31")).toEqual(["month", 1, false]);
});

test("labels always have room and stay below a hundred", () => {
  const length = fc.integer({ min: 1_000, max: 10 * 366 * 86_400_000 });
  const from = fc.integer({ min: 1_600_000_000_000, max: 1_800_000_000_000 });
  fc.assert(
    fc.property(from, length, fc.integer({ min: 150, max: 1_400 }), (begin, ms, width) => {
      const { ticks, isTurned } = chooseLabels(
        "Asia/Kathmandu",
        { from: begin, to: begin + ms },
        width,
      );
      expect((ticks.length - 1) * (isTurned ? 26 : 50)).toBeLessThanOrEqual(width);
    }),
    { numRuns: 60 },
  );
});
