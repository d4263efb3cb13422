import { expect, test } from "vitest";
import { DEFAULT_PLAN } from "./limits.ts";
import { sitesUpTo, sizesOfWaves } from "./waves.ts";

test("waves take their share of all sites, and all waves together have each site once", () => {
  expect(sizesOfWaves(DEFAULT_PLAN, 1_000)).toEqual([1, 49, 200, 750]);
  expect(sizesOfWaves(DEFAULT_PLAN, 60)).toEqual([1, 2, 12, 45]);
  for (const total of [0, 1, 2, 3, 7, 19, 20, 21, 999, 2_000])
    for (const canary of [1, 2, 3]) {
      const sizes = sizesOfWaves({ ...DEFAULT_PLAN, canary }, total);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(total);
    }
});

test("a canary that is larger than the first wave leaves that one empty", () => {
  expect(sizesOfWaves({ canary: 3, waves: [5, 25, 100] }, 20)).toEqual([3, 0, 2, 15]);
  expect(sitesUpTo(1, { canary: 3, waves: [5, 25, 100] }, 20)).toBe(3);
});
