import fc from "fast-check";
import { expect, test } from "vitest";
import { brokenLimit, intersectLimits } from "./limits.ts";

test("the narrower bounds, the coarser step and the common options of both apply", () => {
  expect(
    intersectLimits(
      { min: 0, max: 400, step: 10, precision: 1, options: { 0: "a", 1: "b" } },
      { min: 50, max: 300, step: 50, precision: 0, options: { 1: "one", 2: "two" } },
    ),
  ).toEqual({ min: 50, max: 300, step: 50, precision: 0, options: ["1"] });
});

test("bounds are on the grid of the step", () => {
  expect(
    intersectLimits({ min: 60, max: 4_990, step: 10 }, { min: 50, max: 5_000, step: 50 }),
  ).toMatchObject({ min: 100, max: 4_950, step: 50 });
  expect(intersectLimits({ max: 1.75 }, { min: 0, max: 2, step: 0.1 })).toMatchObject({
    min: 0,
    max: 1.7,
  });
});

test("without a catalogue entry the logger's limits apply, and without limits none", () => {
  expect(intersectLimits({ min: 1 }, undefined)).toMatchObject({ min: 1, max: undefined });
  expect(brokenLimit("setting", {}, undefined, 5)).toBeNull();
});

test.each([
  ["options", { options: { 0: "off" } }, 1],
  ["min", { min: 50, max: 300, step: 1 }, 49],
  ["max", { min: 50, max: 300, step: 1 }, 301],
  ["step", { min: 50, max: 300, step: 50 }, 120],
  ["precision", { precision: 1 }, 0.25],
] as const)("a value that breaks the %s is refused with it", (limit, limits, value) => {
  expect(brokenLimit("setting", limits, undefined, value)).toBe(limit);
  const known = { name: "x", kind: "setting", access: "rw", ...limits } as const;
  expect(brokenLimit("setting", {}, known, value)).toBe(limit);
});

test("a step is kept in ranges of a billion steps, too", () => {
  const limits = { min: -100, max: 100_000, step: 0.0001 };
  expect(brokenLimit("setting", limits, undefined, 99_999.1234)).toBeNull();
  expect(brokenLimit("setting", limits, undefined, 99_999.12345)).toBe("step");
  expect(brokenLimit("setting", limits, undefined, 0.12345)).toBe("step");
});

test("a text where a number belongs, and no value at all, break the kind", () => {
  expect(brokenLimit("setting", {}, undefined, "5")).toBe("kind");
  expect(brokenLimit("setting", {}, undefined, null)).toBe("kind");
  expect(brokenLimit("setting", {}, undefined, Number.NaN)).toBe("kind");
  expect(brokenLimit("text", {}, undefined, 5)).toBe("kind");
  expect(brokenLimit("text", {}, undefined, "name")).toBeNull();
});

/** Limits in tenths, whose steps divide one another. */
const anyLimits = fc
  .record({
    min: fc.integer({ min: -500, max: 500 }),
    width: fc.integer({ min: 0, max: 500 }),
    step: fc.constantFrom(1, 5, 10, 50),
  })
  .map(({ min, width, step }) => ({
    min: (min * step) / 10,
    max: ((min + width) * step) / 10,
    step: step / 10,
  }));

test("every value on the common grid is accepted by both, and no value beside it", () => {
  fc.assert(
    fc.property(anyLimits, anyLimits, fc.nat(1_000), (one, other, steps) => {
      const known = { name: "x", kind: "setting", access: "rw", ...other } as const;
      const { min = 0, max = 0, step = 1 } = intersectLimits(one, known);
      const value = min + steps * step;
      const isWithin = value <= max + 1e-9;
      expect(brokenLimit("setting", one, known, value) === null).toBe(isWithin);
      expect(brokenLimit("setting", one, known, min - step)).not.toBeNull();
      expect(brokenLimit("setting", one, known, min + step / 2)).not.toBeNull();
    }),
  );
});
