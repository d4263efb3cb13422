import { expect, test } from "vitest";
import { typedNumber } from "./typed-number.ts";

test.each([
  ["0.31", 0.31],
  [" 0,31 ", 0.31],
  ["\u0660\u066B\u0663\u0661", 0.31],
  ["\u06F1\u06F2\u06F9", 129],
  ["\u22125", -5],
  ["12.", 12],
  ["", undefined],
  ["   ", undefined],
])("%s is %s", (typed, number) => {
  expect(typedNumber(typed)).toBe(number);
});

test.each(["1,000.5", "0x10", "1e3", "five", "--1", "1234567890123", "1 2"])(
  "%s is none",
  (typed) => {
    expect(typedNumber(typed)).toBeNaN();
  },
);
