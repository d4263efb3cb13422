import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS } from "../units/durations.ts";
import { chooseBucketMs } from "./bucket-sizes.ts";

test("a span never comes to more buckets than are wanted, wherever it begins", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 * 366 * DAY_MS }),
      fc.integer({ min: 2, max: 10_000 }),
      (span, most) => {
        const bucket = chooseBucketMs(span, most);
        expect(Math.ceil(span / bucket) + 1).toBeLessThanOrEqual(Math.max(most, 2));
        if (bucket > DAY_MS) expect(bucket % DAY_MS).toBe(0);
        else expect(DAY_MS % bucket).toBe(0);
      },
    ),
  );
});

test.each([
  [DAY_MS, 1_440, 2 * 60_000],
  [30 * DAY_MS, 1_000, 45 * 60_000],
  [30 * DAY_MS, 721, 3_600_000],
  [365 * DAY_MS, 1_000, DAY_MS],
  [3_652 * DAY_MS, 1_000, 4 * DAY_MS],
  [1_000, 10_000, 1_000],
])("%i ms in %i points are buckets of %i ms", (span, most, bucket) => {
  expect(chooseBucketMs(span, most)).toBe(bucket);
});
