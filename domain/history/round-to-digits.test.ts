import fc from "fast-check";
import { expect, test } from "vitest";
import { roundToDigits } from "./round-to-digits.ts";

test("it is the decimal of so many digits that lies nearest", () => {
  const numbers = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    fc.integer({ min: -1e6, max: 1e6 }).map((thousandths) => thousandths / 1_000),
  );
  fc.assert(
    fc.property(numbers, fc.integer({ min: 1, max: 13 }), (value, digits) => {
      const rounded = roundToDigits(digits, value);
      const precise = Number(value.toPrecision(digits));
      if (rounded === precise) return;
      // Half-way between two decimals either is right.
      expect(Number(rounded.toPrecision(digits))).toBe(rounded);
      const [near, far] = [Math.abs(rounded - value), Math.abs(precise - value)];
      expect(near).toBeLessThanOrEqual(far * 1.001);
    }),
    { numRuns: 5_000 },
  );
});

test.each([
  [9, 1 / 3, 0.333333333],
  [9, 234.56, 234.56],
  [13, 0.1 + 0.2, 0.3],
  [3, -1_234_567, -1_230_000],
  [9, 0, 0],
])("to %i digits %d is %d", (digits, value, expected) => {
  expect(roundToDigits(digits, value)).toBe(expected);
});
