import fc from "fast-check";
import { expect, test } from "vitest";
import { rollUp } from "../../tests/support/roll-up.ts";
import { MINUTE_MS } from "../units/durations.ts";
import { lineBetween } from "./line-between.ts";
import { heldWithin, joinQuarters, mergeQuarters, type Quarter, rollUpQuarter } from "./rollup.ts";

const samples = fc
  .uniqueArray(
    fc.tuple(
      fc.integer({ min: 0, max: 15 * MINUTE_MS - 1 }),
      fc.integer({ min: -500, max: 900 }).map((tenths) => tenths / 10),
    ),
    { minLength: 2, maxLength: 40, selector: ([at]) => at },
  )
  .map((all) => all.sort(([a], [b]) => a - b));

test("a quarter cut anywhere and merged again is the quarter", () => {
  fc.assert(
    fc.property(samples, fc.array(fc.nat(40)), (all, cuts) => {
      const at = all.map(([instant]) => instant);
      const values = all.map(([, value]) => value);
      const edges = [0, ...cuts.map((cut) => Math.min(cut, all.length)).sort(order), all.length];
      const parts = edges
        .slice(1)
        .map((end, index) => rollUpQuarter(at, values, edges[index], end))
        .filter((part) => part !== null);
      const [first, ...others] = parts;
      const merged = first === undefined ? null : others.reduce(mergeQuarters, first);
      close(merged, rollUpQuarter(at, values));
    }),
  );
});

const order = (a: number, b: number) => a - b;

function close(one: Quarter | null, other: Quarter | null): void {
  const { above = 0, below = 0, sum = 0, uneven = 0, ...rest } = one ?? {};
  expect(other).toMatchObject(rest);
  expect(sum).toBe(other?.sum);
  expect(above).toBeCloseTo(other?.above ?? 0, 3);
  expect(below).toBeCloseTo(other?.below ?? 0, 3);
  // Of ninety Wh in all, rounded at each merger.
  expect(Math.abs(uneven - (other?.uneven ?? 0))).toBeLessThan(1);
}

test("each sample holds until the next one, evenly spaced or not", () => {
  fc.assert(
    fc.property(samples, (all) => {
      const at = all.map(([instant]) => instant);
      const values = all.map(([, value]) => value);
      const exact = all
        .slice(1)
        .reduce((sum, [next], index) => sum + (values[index] ?? 0) * (next - (at[index] ?? 0)), 0);
      const quarter = rollUpQuarter(at, values);
      const size = Math.max(...values.map(Math.abs));
      const held = quarter === null ? 0 : heldWithin(quarter);
      expect(Math.abs(held - exact)).toBeLessThanOrEqual(1e-12 * size * 15 * MINUTE_MS);
    }),
  );
  expect(rollUpQuarter([0, 10, 20], [1, 5, 7])).toMatchObject({ uneven: 0, slow: [] });
  expect(rollUpQuarter([0, 100_000, 110_000], [1, 5, 7])?.slow).toEqual([100_000]);
});

test("sums of decimals are decimals", () => {
  expect(rollUpQuarter([1, 2, 3], [0.1, 0.2, 0.7])).toMatchObject({ sum: 1, count: 3 });
  const at = Array.from({ length: 900 }, (_, index) => index);
  expect(rollUpQuarter(at, new Array(900).fill(230.1))?.sum).toBe(207_090);
  // Added up in binary, these leave 1e-14.
  expect(rollUpQuarter([0, 1, 2, 3, 4], [-49.5, 3.9, 33, 11.4, 1.2])?.sum).toBe(0);
});

const STEP = 12 * MINUTE_MS;

test("power that turns about within a step is split where it is zero", () => {
  const { above, below } = rollUpQuarter([0, STEP], [100, -300]) ?? {};
  expect([above, below]).toEqual([2.5, 22.5]);
});

test("samples further apart than the bridge limit are not connected, and hold no longer", () => {
  const at = [0, 61].map((minutes) => minutes * MINUTE_MS);
  const usual = (minutes: number) => () => minutes * MINUTE_MS;
  expect(rollUp(at, [60, 60], usual(20))).toMatchObject({ above: 0, covered: 0, bridged: 0 });
  expect(rollUp(at, [60, 60], usual(20))).toMatchObject({ heldMs: 60 * MINUTE_MS });
  expect(rollUp(at, [60, 60], usual(30))).toMatchObject({ above: 61, bridged: 61 * MINUTE_MS });
  expect(rollUp(at, [60, 60], usual(60))).toMatchObject({ above: 61, bridged: 0 });
  const far = [0, 181].map((minutes) => minutes * MINUTE_MS);
  expect(rollUp(far, [60, 60], usual(170))).toMatchObject({ above: 0, heldMs: 180 * MINUTE_MS });
});

test("a step is divided among the buckets that it covers", () => {
  const one = rollUpQuarter([0], [100]);
  const next = rollUpQuarter([STEP], [300]);
  if (one === null || next === null) throw new Error("no rollups");
  expect(lineBetween(one, next, STEP)).toEqual({ above: 40, below: 0, covered: STEP });
  expect(lineBetween(one, next, STEP, 0, STEP / 2)).toEqual({
    above: 15,
    below: 0,
    covered: STEP / 2,
  });
  expect(lineBetween(one, next, STEP, STEP / 2, 9 * STEP)).toMatchObject({ above: 25 });
  expect(lineBetween(one, next, STEP, 2 * STEP)).toEqual({ above: 0, below: 0, covered: 0 });
  expect(lineBetween(one, next, STEP - 1)).toEqual({ above: 0, below: 0, covered: 0 });
});

test("an empty quarter has no rollup", () => {
  expect(rollUpQuarter([], [])).toBeNull();
  expect(joinQuarters([], () => 0)).toBeNull();
});
