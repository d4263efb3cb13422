import fc from "fast-check";
import { expect, test } from "vitest";
import { describeSetting } from "../registers/describe-setting.ts";
import { showSetting, toRegisterValue, toShownValue } from "./shown-setting.ts";

const exportPower = describeSetting(
  { address: "003311" },
  { register: "0048", kind: "setting", access: "rw" },
);

test("a setting in W with a divisor is shown in kW and sent in W", () => {
  expect(showSetting(exportPower)).toMatchObject({ unit: "kW", min: 0.05, max: 5, step: 0.05 });
  expect(toRegisterValue(exportPower, 3.2)).toBe(3_200);
  expect(toShownValue(exportPower, 3_250)).toBe(3.25);
});

test("a setting without a divisor is shown and sent as it is", () => {
  const voltage = describeSetting(
    { address: "003311" },
    { register: "0047", kind: "setting", access: "rw" },
  );
  expect(showSetting(voltage)).toEqual({
    unit: "V",
    decimals: 0,
    min: 50,
    max: 300,
    step: 1,
    recommended: [90, 150],
  });
  expect(toRegisterValue(voltage, 120)).toBe(120);
});

test("every value of a register survives being shown and typed again", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -10_000_000, max: 10_000_000 }),
      fc.constantFrom(undefined, 1, 10, 1_000),
      fc.nat(4),
      (units, divisor, precision) => {
        const setting = { ...exportPower, divisor, limits: { ...exportPower.limits, precision } };
        const value = Number((units / 10 ** precision).toFixed(precision));
        expect(toRegisterValue(setting, toShownValue(setting, value))).toBeCloseTo(
          value,
          precision,
        );
      },
    ),
  );
});
