import fc from "fast-check";
import { expect, test } from "vitest";
import { areaPath, linePath, topOf } from "./curve-path.ts";

test("a line is broken where data is missing, and an area reaches down to zero", () => {
  const slots = [0, 50, null, 100];
  expect(linePath(slots, 100)).toBe("M0.5 100L1.5 50M3.5 0h.5");
  expect(areaPath(slots, 100)).toBe("M0.5 100L0.5 100L1.5 50L1.5 100ZM3.5 100L3.5 0L3.5 100Z");
  expect(linePath([null, null], 100)).toBe("");
});

test("every power lies below the top, which is at most twice as high", () => {
  fc.assert(
    fc.property(fc.double({ min: 100, max: 1e8, noNaN: true }), (most) => {
      expect(topOf(most)).toBeGreaterThanOrEqual(most * (1 - 1e-9));
      expect(topOf(most)).toBeLessThanOrEqual(most * 1.6);
    }),
  );
  expect([topOf(0), topOf(940), topOf(5_400)]).toEqual([100, 1_000, 6_000]);
});
