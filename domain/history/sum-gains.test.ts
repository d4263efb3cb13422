import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../units/durations.ts";
import { counterSteps } from "./counter-steps.ts";
import { sumGains } from "./sum-gains.ts";

test("steps are summed between edges, and cut at them in proportion", () => {
  const steps = counterSteps([
    { at: 0, value: 1_000 },
    { at: 10 * MINUTE_MS, value: 1_100 },
    { at: 20 * MINUTE_MS, value: 1_300 },
  ]);
  const sums = sumGains(steps, [0, 15 * MINUTE_MS, 30 * MINUTE_MS]);
  expect(sums.map(({ gained, filled }) => [gained, filled])).toEqual([
    [200, 0],
    [100, 0],
  ]);
});

test("a silence over midnight is spread, and said to be", () => {
  const steps = counterSteps([
    { at: DAY_MS - 2 * HOUR_MS, value: 10_000 },
    { at: DAY_MS + 6 * HOUR_MS, value: 14_000 },
  ]);
  const sums = sumGains(steps, [0, DAY_MS, 2 * DAY_MS]);
  expect(sums.map(({ gained, filled }) => [gained, filled])).toEqual([
    [1_000, 1_000],
    [3_000, 3_000],
  ]);
  // Within one day nothing had to be guessed.
  expect(sumGains(steps, [0, 2 * DAY_MS])[0]).toMatchObject({ gained: 4_000, filled: 0 });
});

test("an event of the counter is reported on its day", () => {
  const samples = [500_000, 500_100, 0, 100, 200].map((value, index) => ({
    at: index * 10 * MINUTE_MS,
    value,
  }));
  const sums = sumGains(counterSteps(samples), [0, 15 * MINUTE_MS, HOUR_MS]);
  expect(sums.map(({ events }) => events)).toEqual([[], ["reset"]]);
  const glitch = [5_000, 0, 5_001, 5_002].map((value, index) => ({ at: index * MINUTE_MS, value }));
  const minutes = sumGains(counterSteps(glitch), [0, MINUTE_MS, 2 * MINUTE_MS, 3 * MINUTE_MS]);
  expect(minutes.map(({ events }) => events)).toEqual([["glitch"], [], []]);
});

test("the parts add up to the whole, wherever the edges are", () => {
  const series = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 0, max: 500 })), {
      minLength: 2,
      maxLength: 40,
    })
    .map((steps) => {
      let at = 0;
      let value = 1_000;
      return steps.map(([minutes, gained]) => {
        at += minutes * MINUTE_MS;
        value += gained;
        return { at, value };
      });
    });
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 9_999 }), { maxLength: 8 });
  fc.assert(
    fc.property(series, cuts, (samples, inner) => {
      const edges = [0, ...inner.toSorted((one, other) => one - other), 10_000];
      const sums = sumGains(
        counterSteps(samples),
        edges.map((minutes) => minutes * MINUTE_MS),
      );
      const total = sums.reduce((sum, { gained }) => sum + gained, 0);
      expect(total).toBeCloseTo((samples.at(-1)?.value ?? 0) - (samples[0]?.value ?? 0), 6);
      for (const { gained, filled } of sums) expect(filled).toBeLessThanOrEqual(gained);
    }),
  );
});
