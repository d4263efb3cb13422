import fc from "fast-check";
import { expect, test } from "vitest";
import { fromDecimals, toDecimal, toDecimals } from "./decimals.ts";

test("decimals become whole numbers and the same doubles again", () => {
  const decimal = fc
    .tuple(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), fc.integer({ min: 0, max: 6 }))
    .map(([mantissa, places]) => Number(`${mantissa}e-${places}`));
  fc.assert(
    fc.property(fc.array(decimal, { minLength: 1, maxLength: 30 }), (values) => {
      const decimals = toDecimals(values);
      expect(decimals).not.toBeNull();
      if (decimals === null) return;
      expect(fromDecimals(decimals.mantissas, decimals.exponent)).toEqual(values);
    }),
  );
});

test("numbers that whole numbers cannot represent are unchanged", () => {
  expect(toDecimals([1 / 3])).toBeNull();
  expect(toDecimals([0.1 + 0.2])).toBeNull();
  expect(toDecimals([1e300])).toBeNull();
  expect(toDecimals([-0])).toBeNull();
  expect(toDecimals([Number.NaN])).toBeNull();
});

test("common zeros at the end are not carried along", () => {
  expect(toDecimals([1500, 300, 0])).toEqual({ exponent: 2, mantissas: [15, 3, 0] });
  expect(toDecimals([247.7, 248])).toEqual({ exponent: -1, mantissas: [2477, 2480] });
});

test("a single number is rounded like one in a list", () => {
  const number = fc.oneof(
    fc.double(),
    fc.integer(),
    fc.integer().map((value) => value / 10),
    fc.maxSafeInteger(),
    fc.constantFrom(0, -0, 1500, 2 ** 50, 2 ** 50 + 1, -(2 ** 50) - 1, 1e15, 1e-9, 1e-10),
  );
  fc.assert(
    fc.property(number, (value) => {
      const one = toDecimal(value);
      const list = toDecimals([value]);
      expect(one && { exponent: one.exponent, mantissas: [one.mantissa] }).toEqual(list);
    }),
    { numRuns: 2_000 },
  );
});
