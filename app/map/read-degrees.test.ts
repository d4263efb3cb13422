import { expect, test } from "vitest";
import { readDegrees } from "./read-degrees.ts";

test("degrees are typed with a point or a comma, and with either minus", () => {
  expect(readDegrees(" 53.55 ", "latitude")).toBe(53.55);
  expect(readDegrees("53,55", "latitude")).toBe(53.55);
  expect(readDegrees("-9.1", "longitude")).toBe(-9.1);
  expect(readDegrees("−9.1", "longitude")).toBe(-9.1);
});

test("half-typed degrees, degrees out of range and other texts are refused", () => {
  for (const text of ["", "-", ".", "1e3", "91", "north", "1.2.3"])
    expect(readDegrees(text, "latitude")).toBeNull();
  expect(readDegrees("180", "longitude")).toBe(180);
  expect(readDegrees("180.01", "longitude")).toBeNull();
});
