import { expect, test } from "vitest";
import { areSeparate, coolingStartOf, heatingStopOf } from "./cabinet-temperatures.ts";

const settings = { coolingStop: 24, coolingDifference: 6, heatingStart: 5, heatingDifference: 3 };

test("cooling starts at its stop plus the difference, and heating stops at its start plus the difference", () => {
  expect(coolingStartOf(settings)).toBe(30);
  expect(heatingStopOf(settings)).toBe(8);
});

test("heating and cooling are separate if heating stops at the cooling stop at the latest", () => {
  expect(areSeparate({ ...settings, heatingStart: 21 })).toBe(true);
  expect(areSeparate({ ...settings, heatingStart: 22 })).toBe(false);
});
