import fc from "fast-check";
import { expect, test } from "vitest";
import { hasBattery, isLithium, NO_BATTERY } from "./battery-types.ts";
import {
  blocksOf,
  chargeSettingsOf,
  findChargeBreaches,
  nominalVoltageOf,
  scaleVoltage,
} from "./charge-settings.ts";

test.each([
  [0, 14.1, 13.7, 0.15, 0.25],
  [1, 14.4, 13.5, 0.15, 0.25],
  [2, 14.1, 13.5, 0.2, 0.5],
  [3, 14.7, 13.5, 0.15, 0.25],
  [4, 15.2, 13.5, 0.15, 0.25],
  [5, 14.2, 14, 0.3, 1],
])(
  "battery type %d has the specification's charge settings",
  (type, absorption, float, rate, max) => {
    expect(chargeSettingsOf(type)).toMatchObject({
      absorption: { preset: absorption },
      float: { preset: float, min: 13, max: 14 },
      rate: { preset: rate, max },
    });
  },
);

test.each([
  [0, 13.5, 14.5],
  [1, 13.5, 14.5],
  [2, 13.5, 14.5],
  [3, 14, 15.5],
  [4, 14, 15.5],
  [5, 12, 14.6],
])("the absorption voltage of type %d is limited from %d to %d V", (batteryType, min, max) => {
  const check = (absorption: number) => findChargeBreaches({ batteryType, blocks: 1, absorption });
  expect(check(min)).toEqual([]);
  expect(check(max)).toEqual([]);
  expect(check(min - 0.1)).toEqual([{ setting: "absorption", limit: "min", value: min }]);
  expect(check(max + 0.1)).toEqual([{ setting: "absorption", limit: "max", value: max }]);
});

test("the float voltage is limited from 13 to 14 V and the charge rate by type", () => {
  expect(findChargeBreaches({ batteryType: 1, blocks: 1, float: 12.9 })).toMatchObject([
    { setting: "float", limit: "min", value: 13 },
  ]);
  expect(findChargeBreaches({ batteryType: 1, blocks: 1, float: 14.1 })).toMatchObject([
    { setting: "float", limit: "max", value: 14 },
  ]);
  expect(findChargeBreaches({ batteryType: 1, blocks: null, rate: 0.25 })).toEqual([]);
  expect(findChargeBreaches({ batteryType: 1, blocks: null, rate: 0.26 })).toMatchObject([
    { setting: "rate", limit: "max", value: 0.25 },
  ]);
});

test("the absorption voltage is at least the float voltage, for packs with a BMS too", () => {
  expect(findChargeBreaches({ batteryType: 0, blocks: 4, absorption: 55, float: 54.9 })).toEqual(
    [],
  );
  expect(findChargeBreaches({ batteryType: 7, blocks: 4, absorption: 54, float: 54.1 })).toEqual([
    { setting: "absorption", limit: "float", value: 54.1 },
  ]);
});

test.each([
  [12, 1],
  [12.8, 1],
  [24, 2],
  [25.6, 2],
  [36, 3],
  [48, 4],
  [51.2, 4],
  [716.8, 56],
  [18, null],
  [0, null],
])("a battery of %d V has %s blocks", (nominal, blocks) => {
  expect(blocksOf(nominal)).toBe(blocks);
});

test.each([
  [12.6, 12],
  [10.5, 12],
  [25.1, 24],
  [31.2, 24],
  [43, 48],
  [52.9, 48],
  [62.4, 48],
  [35, undefined],
  [0, undefined],
  [716.8, undefined],
])("a measured voltage of %d V belongs to a system of %s V", (measured, nominal) => {
  expect(nominalVoltageOf(measured)).toBe(nominal);
});

test("presets are within their own ranges at every voltage", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 1, max: 64 }), (type, blocks) => {
      const table = chargeSettingsOf(type);
      if (table === null) throw new Error(`type ${type} has no table`);
      expect(
        findChargeBreaches({
          batteryType: type,
          blocks,
          absorption: scaleVoltage(table.absorption.preset, blocks),
          float: scaleVoltage(table.float.preset, blocks),
          rate: table.rate.preset,
        }),
      ).toEqual([]);
    }),
  );
});

test("a value is refused exactly where it is outside of the scaled range", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 100, max: 1_400 }),
      (batteryType, blocks, tenths) => {
        const range = chargeSettingsOf(batteryType)?.absorption ?? { min: 0, max: 0 };
        const absorption = tenths / 10;
        const isWithin =
          tenths >= Math.round(range.min * blocks * 10) &&
          tenths <= Math.round(range.max * blocks * 10);
        expect(findChargeBreaches({ batteryType, blocks, absorption }).length === 0).toBe(isWithin);
      },
    ),
  );
});

test("packs with a BMS are lithium, and customized ones in all-in-one families", () => {
  for (const type of [0, 1, 2, 3, 4]) expect(isLithium(type, "10003")).toBe(false);
  for (const type of [6, 7, 8]) expect(isLithium(type, "10001")).toBe(true);
  expect(isLithium(5, "10001")).toBe(false);
  expect(isLithium(5, "10003")).toBe(true);
  expect(isLithium(5, "unknown")).toBe(false);
  expect(isLithium(NO_BATTERY, "10003")).toBe(false);
  expect([hasBattery(NO_BATTERY), hasBattery(0)]).toEqual([false, true]);
});
