import { expect, test } from "vitest";
import { CONDITIONS, codeOfHours, conditionOf, iconOf, WEATHER_ICONS } from "./conditions.ts";

const FORECAST_CODES = [
  0, 1, 2, 3, 45, 48, 51, 53, 55, 56, 57, 61, 63, 65, 66, 67, 71, 73, 75, 77, 80, 81, 82, 85, 86,
  95, 96, 99,
];

test("every code of a forecast has a condition, and every condition a code", () => {
  const found = FORECAST_CODES.map((code) => conditionOf(code));
  expect(found).not.toContain(null);
  expect(new Set(found)).toEqual(new Set(CONDITIONS));
});

test("a code that no forecast uses, and none at all, say nothing", () => {
  for (const code of [4, 44, 100, -1, 0.5, Number.NaN, null]) expect(conditionOf(code)).toBeNull();
});

test("every condition has a picture by day and by night, and only a bare sky has two", () => {
  const pairs = CONDITIONS.map((one) => [iconOf(one, false), iconOf(one, true)]);
  expect(new Set(pairs.flat())).toEqual(new Set(WEATHER_ICONS));
  const different = CONDITIONS.filter((one) => iconOf(one, false) !== iconOf(one, true));
  expect(different).toEqual(["clear", "mostlyClear", "partlyCloudy"]);
});

test("several hours have their greatest precipitation and their mean cloud cover", () => {
  expect(codeOfHours([0, 0, 0, 3])).toBe(1);
  expect(codeOfHours([3, 3, 3, 0])).toBe(2);
  expect(codeOfHours([0, 0, 61, 0])).toBe(61);
  expect(codeOfHours([95, 61, 3])).toBe(95);
  expect(codeOfHours([])).toBeNull();
});
