import fc from "fast-check";
import { expect, test } from "vitest";
import { joinRollups, LONGEST_STEP_MS, lineBetween, type Rollup, rollUp } from "./rollup.ts";

const samples = fc
  .uniqueArray(
    fc.tuple(
      fc.integer({ min: 0, max: 3_600_000 }),
      fc.integer({ min: -500, max: 900 }).map((tenths) => tenths / 10),
    ),
    { minLength: 2, maxLength: 40, selector: ([at]) => at },
  )
  .map((all) => all.sort(([a], [b]) => a - b));

test("a stretch cut anywhere and joined again is the stretch", () => {
  fc.assert(
    fc.property(samples, fc.array(fc.nat(40)), (all, cuts) => {
      const at = all.map(([instant]) => instant);
      const values = all.map(([, value]) => value);
      const edges = [0, ...cuts.map((cut) => Math.min(cut, all.length)).sort(order), all.length];
      const parts = edges
        .slice(1)
        .map((end, index) => rollUp(at, values, edges[index], end))
        .filter((part) => part !== null);
      close(joinRollups(parts), rollUp(at, values));
    }),
  );
});

const order = (a: number, b: number) => a - b;

function close(one: Rollup | null, other: Rollup | null): void {
  const { above = 0, below = 0, sum = 0, ...rest } = one ?? {};
  expect(other).toMatchObject(rest);
  expect(sum).toBe(other?.sum);
  expect(above).toBeCloseTo(other?.above ?? 0, 3);
  expect(below).toBeCloseTo(other?.below ?? 0, 3);
}

test("sums of decimals are decimals", () => {
  expect(rollUp([1, 2, 3], [0.1, 0.2, 0.7])).toMatchObject({ sum: 1, count: 3 });
  const at = Array.from({ length: 900 }, (_, index) => index);
  expect(rollUp(at, new Array(900).fill(230.1))?.sum).toBe(207_090);
});

const STEP = 12 * 60_000;

test("power that turns about within a step is split where it is zero", () => {
  const { above, below } = rollUp([0, STEP], [100, -300]) ?? {};
  expect([above, below]).toEqual([2.5, 22.5]);
});

test("a step that is too long has no area, in a stretch and between two", () => {
  expect(rollUp([0, LONGEST_STEP_MS + 1], [5, 5])).toMatchObject({ above: 0, covered: 0 });
  const one = rollUp([0], [100]);
  const next = rollUp([STEP], [300]);
  if (one === null || next === null) throw new Error("no rollups");
  expect(lineBetween(one, next)).toEqual({ above: 40, below: 0, covered: STEP });
  expect(lineBetween(one, next, 0, STEP / 2)).toEqual({ above: 15, below: 0, covered: STEP / 2 });
  expect(lineBetween(one, next, STEP / 2, 9 * STEP)).toMatchObject({ above: 25 });
  expect(lineBetween(one, next, 2 * STEP)).toEqual({ above: 0, below: 0, covered: 0 });
});

test("nothing is no rollup", () => {
  expect(rollUp([], [])).toBeNull();
  expect(joinRollups([])).toBeNull();
});
