import fc from "fast-check";
import { expect, test } from "vitest";
import type { Fault } from "./fault.ts";
import { type FaultRecipe, listedFaults, mergedFaults, seededFaults } from "./fault-schedule.ts";

const drop: Fault = { kind: "drop", on: { direction: "up" } };
const recipe: FaultRecipe = {
  everyMs: 1_000,
  choices: [
    {
      weight: 3,
      make: (random) => [{ kind: "slow", direction: "up", bytesPerSecond: 1 + random(), forMs: 9 }],
    },
    { weight: 1, make: () => [{ kind: "cut" }, drop] },
  ],
};
const seed = fc.integer({ min: 0, max: 2 ** 32 - 1 });

test("the same seed gives the same faults, however the time is cut into parts", () => {
  fc.assert(
    fc.property(seed, fc.array(fc.nat(30_000), { maxLength: 10 }), (chance, cuts) => {
      const parts = [0, ...cuts.toSorted((a, b) => a - b), 30_000];
      const schedule = seededFaults(chance, recipe);
      const inParts = parts.slice(1).flatMap((to, index) => schedule(parts[index] ?? 0, to));
      expect(inParts).toEqual(seededFaults(chance, recipe)(0, 30_000));
    }),
  );
});

test("one fault falls into each period, in order of time and by weight", () => {
  fc.assert(
    fc.property(seed, (chance) => {
      const faults = seededFaults(chance, recipe)(0, 1_000_000);
      const moments = [...new Set(faults.map(({ at }) => Math.floor(at / 1_000)))];
      expect(moments).toEqual(Array.from({ length: 1_000 }, (_, period) => period));
      const cuts = faults.filter(({ fault }) => fault.kind === "cut").length;
      expect(Math.abs(cuts - 250)).toBeLessThan(90);
    }),
    { numRuns: 20 },
  );
});

test("another seed gives other faults", () => {
  expect(seededFaults(1, recipe)(0, 30_000)).not.toEqual(seededFaults(2, recipe)(0, 30_000));
});

test("faults of a list and of several schedules are ordered by time", () => {
  const list = listedFaults([
    { at: 500, fault: drop },
    { at: 0, fault: { kind: "cut" } },
  ]);
  const all = mergedFaults([list, listedFaults([{ at: 200, fault: drop }])]);
  expect(all(0, 501).map(({ at }) => at)).toEqual([0, 200, 500]);
  expect(all(1, 500).map(({ at }) => at)).toEqual([200]);
});
