import { expect, test } from "vitest";
import { frequencyOn } from "./missing-frequency.ts";

test("frequency on a line below 40 V is missing", () => {
  expect([frequencyOn(49.98, 39.9), frequencyOn(49.98, 0)]).toEqual([null, null]);
});

test("frequency on a live line, or on one whose voltage is unknown, stands", () => {
  expect([frequencyOn(49.98, 40), frequencyOn(50, undefined), frequencyOn(50, null)]).toEqual([
    49.98, 50, 50,
  ]);
});
