import { expect, test } from "vitest";
import { recommendedRangeOf } from "./recommended-range.ts";

const of = (values: Record<string, number>) => (name: string) => values[name];

test("charge settings have the range of their battery type as the recommended one", () => {
  const absorption = { name: "absorptionVoltage" };
  expect(recommendedRangeOf(absorption, of({ batteryType: 0 }), 48)).toEqual({ min: 54, max: 58 });
  expect(recommendedRangeOf(absorption, of({ batteryType: 3 }), 24)).toEqual({ min: 28, max: 31 });
  expect(
    recommendedRangeOf({ name: "floatVoltage" }, of({ batteryType: 1, systemVoltage: 12 }), 48),
  ).toEqual({ min: 13, max: 14 });
  expect(recommendedRangeOf({ name: "chargeRate" }, of({ batteryType: 2 }))).toMatchObject({
    max: 0.5,
  });
});

test("a pack with a BMS, an unknown type and an unknown voltage recommend nothing", () => {
  const absorption = { name: "absorptionVoltage" };
  expect(recommendedRangeOf(absorption, of({ batteryType: 7 }), 48)).toBeNull();
  expect(recommendedRangeOf(absorption, of({}), 48)).toBeNull();
  expect(recommendedRangeOf(absorption, of({ batteryType: 0 }))).toBeNull();
});

test("other settings have the range of their description", () => {
  expect(recommendedRangeOf({ name: "batteryReserve", recommended: [10, 40] }, of({}))).toEqual({
    min: 10,
    max: 40,
  });
  expect(recommendedRangeOf({ name: null }, of({}))).toBeNull();
});
