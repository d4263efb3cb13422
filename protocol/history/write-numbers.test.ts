import fc from "fast-check";
import { expect, test } from "vitest";
import { writeNumbers } from "./write-numbers.ts";

const numbers = fc.array(
  fc.oneof(
    fc.double(),
    fc.integer(),
    fc.maxSafeInteger(),
    fc.integer({ min: -(2 ** 53), max: 2 ** 53 }).map((steps) => steps / 1_000),
    fc
      .tuple(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.nat({ max: 9 }))
      .map(([steps, places]) => steps / 10 ** places),
    fc.integer({ min: 0, max: 4_102_444_800_000 }),
    fc.constantFrom(0, -0, 0.1, 0.05, 999.5, 9_999, 10_000, 99_999_999, 100_000_000, 1e12, 1e21),
    fc.constantFrom(2 ** 49, 2 ** 49 - 1, 2 ** 49 - 0.5, 1e-7, 5e-324, 1.7976931348623157e308),
    fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
  ),
  { maxLength: 40 },
);

test("numbers are written exactly as JSON writes them", () => {
  fc.assert(
    fc.property(numbers, (some) => {
      expect(writeNumbers(some)).toBe(JSON.stringify(some));
    }),
    { numRuns: 2_000 },
  );
});

test("every way of having few decimals", () => {
  for (let places = 0; places <= 9; places++)
    for (const steps of [1, 9, 10, 11, 99, 100, 1_234, 10_000, 98_765, 123_456_789])
      for (const sign of [1, -1]) {
        const some = [(sign * steps) / 10 ** places, 1, -0.5];
        expect(writeNumbers(some)).toBe(JSON.stringify(some));
      }
});

test("more than there is room for", () => {
  const many = Array.from({ length: 20_000 }, (_, index) => 1_700_000_000_000 + index * 10_000);
  expect(writeNumbers(many)).toBe(JSON.stringify(many));
});
