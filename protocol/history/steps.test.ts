import fc from "fast-check";
import { expect, test } from "vitest";
import { toInstants, toSteps } from "./steps.ts";

test("instants come back from their steps, and the steps are never longer", () => {
  const gap = fc.oneof(fc.constantFrom(1_000, 10_000, 300_000), fc.integer({ min: 1, max: 1e7 }));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e13 }), fc.array(gap), (first, gaps) => {
      const instants = [first];
      for (const ms of gaps) instants.push((instants.at(-1) ?? 0) + ms);
      const steps = toSteps(instants);
      expect(toInstants(steps)).toEqual(instants);
      expect(steps.length).toBeLessThanOrEqual(Math.ceil(instants.length / 2));
    }),
  );
});

test("a day at ten seconds is one step range, with a gap it is two", () => {
  const day = Array.from({ length: 8_640 }, (_, index) => 1_795_000_000_000 + index * 10_000);
  expect(toSteps(day)).toEqual([[1_795_000_000_000, 10_000, 8_640]]);
  expect(toSteps([...day.slice(0, 100), ...day.slice(200)])).toEqual([
    [1_795_000_000_000, 10_000, 100],
    [1_795_002_000_000, 10_000, 8_440],
  ]);
  expect(toSteps([])).toEqual([]);
  expect(toSteps([5])).toEqual([[5, 0, 1]]);
});
