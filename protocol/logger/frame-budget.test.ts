import fc from "fast-check";
import { expect, test } from "vitest";
import { type FrameBudget, fullBudget, spendFrame } from "./frame-budget.ts";

function countTaken(arrivals: readonly number[]): number {
  let budget: FrameBudget | null = fullBudget(arrivals[0] ?? 0);
  let taken = 0;
  for (const at of arrivals) {
    budget = spendFrame(budget, at);
    if (budget === null) break;
    taken += 1;
  }
  return taken;
}

test("50 frames at once are taken and the 51st is not", () => {
  expect(countTaken(Array.from({ length: 80 }, () => 1000))).toBe(50);
});

test("10 frames a second are taken for ever", () => {
  expect(countTaken(Array.from({ length: 5000 }, (_, index) => index * 100))).toBe(5000);
});

test("11 frames a second are not", () => {
  expect(countTaken(Array.from({ length: 5000 }, (_, index) => index * 90))).toBeLessThan(600);
});

test("a clock that steps back earns nothing", () => {
  const spent = spendFrame({ left: 1, at: 5000 }, 1000);
  expect(spent).toEqual({ left: 0, at: 1000 });
});

test("another rate has a burst of its own", () => {
  const rate = { perSecond: 2, burst: 3 };
  let budget: FrameBudget | null = fullBudget(0, rate);
  for (const [at, left] of [
    [0, 2],
    [0, 1],
    [0, 0],
    [500, 0],
  ] as const) {
    budget = spendFrame(budget as FrameBudget, at, rate);
    expect(budget?.left).toBe(left);
  }
  expect(spendFrame(budget as FrameBudget, 900, rate)).toBeNull();
});

test("at most 50 frames, and 10 more per second, are accepted in any period", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 300 }), (gaps) => {
      let at = 0;
      const arrivals = gaps.map((gap) => {
        at += gap;
        return at;
      });
      const taken = countTaken(arrivals);
      const span = ((arrivals[taken - 1] ?? 0) - (arrivals[0] ?? 0)) / 1000;
      expect(taken).toBeLessThanOrEqual(50 + 10 * span + 1e-6);
    }),
  );
});
