import fc from "fast-check";
import { expect, test } from "vitest";
import { compareCodePoints, mergeValues } from "./merge-values.ts";
import type { RegisterValue } from "./register.ts";

const value: fc.Arbitrary<RegisterValue> = fc.oneof(
  fc.constant(null),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ unit: "binary", maxLength: 5 }),
);

test("no value never replaces a value", () => {
  fc.assert(
    fc.property(value, (v) => {
      expect(mergeValues(v, null)).toBe(v);
      expect(mergeValues(null, v)).toBe(v);
    }),
  );
});

test("the greater of two numbers wins, the later of two texts, and a number replaces a text", () => {
  expect(mergeValues(-5, -7)).toBe(-5);
  expect(mergeValues(1, 2)).toBe(2);
  expect(mergeValues("charge", "idle")).toBe("idle");
  expect(mergeValues("zzz", 0)).toBe(0);
  expect(mergeValues(0, "zzz")).toBe(0);
});

test("texts are compared by code point, not by UTF-16 unit", () => {
  expect(mergeValues("\u{1F600}", "\uFFFD")).toBe("\u{1F600}");
  expect(compareCodePoints("a", "ab")).toBeLessThan(0);
  expect(compareCodePoints("ab", "ab")).toBe(0);
});

test("the order in which values arrive does not matter, nor how often", () => {
  fc.assert(
    fc.property(value, value, value, (a, b, c) => {
      expect(mergeValues(a, b)).toBe(mergeValues(b, a));
      expect(mergeValues(mergeValues(a, b), c)).toBe(mergeValues(a, mergeValues(b, c)));
      expect(mergeValues(a, a)).toBe(a);
    }),
  );
});
