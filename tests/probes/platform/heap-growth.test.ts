import { expect, test } from "vitest";
import { HOUR_MS } from "#domain/units/durations.ts";
import { judgeGrowth } from "./heap-growth.ts";

const heapsOf = (heapAt: (minute: number) => number) =>
  Array.from({ length: 61 }, (_, minute) => ({ atMs: minute * 60_000, heap: heapAt(minute) }));

test("warming up is not counted as growth", () => {
  expect(
    judgeGrowth(
      heapsOf((minute) => (minute < 20 ? minute * 5 : 100)),
      HOUR_MS,
    ),
  ).toBe(0);
});

test("a leak over the last two thirds is growth, measured from the middle of its ends", () => {
  const growth = judgeGrowth(
    heapsOf((minute) => 100 + Math.max(0, minute - 20)),
    HOUR_MS,
  );
  expect(growth).toBeGreaterThan(0.25);
  expect(growth).toBeLessThan(0.4);
});

test("one measurement amid a burst decides nothing", () => {
  expect(
    judgeGrowth(
      heapsOf((minute) => (minute === 58 ? 500 : 100)),
      HOUR_MS,
    ),
  ).toBe(0);
});
