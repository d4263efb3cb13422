import fc from "fast-check";
import { expect, test } from "vitest";
import { formatTag, LANGUAGES } from "../languages.ts";
import { formatNumber } from "./format-number.ts";

const decimals = fc.integer({ min: 0, max: 3 });

test("numbers are those of the runtime's locale data", () => {
  const value = fc.oneof(
    fc.double({ min: -1e13, max: 1e13, noNaN: true }),
    fc.integer({ min: -2_000_000, max: 2_000_000 }).map((whole) => whole / 1_000),
    fc.constantFrom(0, -0, 0.5, 1.005, -0.004, 999.9995, 1_000, 9_999, 10_000, 1e-9),
  );
  const signs = fc.constantFrom("auto" as const, "always" as const);
  fc.assert(
    fc.property(value, fc.constantFrom(...LANGUAGES), decimals, decimals, signs, (...given) => {
      const [at, language, one, other, sign] = given;
      const [min, max] = [Math.min(one, other), Math.max(one, other)];
      const format = new Intl.NumberFormat(formatTag(language), {
        minimumFractionDigits: min,
        maximumFractionDigits: max,
        signDisplay: sign === "always" ? "exceptZero" : "negative",
      });
      const expected = format.format(at).replace("-", "\u2212");
      expect(formatNumber(at, language, { min, max, sign })).toBe(expected);
    }),
    { numRuns: 3_000 },
  );
});

test("a Spanish number has groups from five digits on, a French one narrow spaces", () => {
  expect(formatNumber(1_234.5, "es", { max: 1 })).toBe("1234,5");
  expect(formatNumber(12_345, "es")).toBe("12.345");
  expect(formatNumber(1_234.5, "fr", { min: 2 })).toBe("1\u202f234,50");
});
