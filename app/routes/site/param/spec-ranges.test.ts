import { expect, test } from "vitest";
import { CATALOGUE } from "#domain/registers/catalogue/catalogue.ts";
import { describeSetting } from "#domain/registers/describe-setting.ts";
import type { Register } from "#domain/registers/register.ts";
import type { Setting } from "./setting.ts";
import { readInput } from "./setting-draft.ts";

/** A setting of the catalogue as the page gets it from a logger that describes no limits. */
function settingOf(address: string): Setting {
  const described: Register = { register: address.slice(6), kind: "setting", access: "rw" };
  const piece = { address: address.slice(0, 6), registers: [described] };
  return {
    ...describeSetting(piece, described),
    ...{ endurance: 10_000, value: null, at: null, writes: 0, writesToday: 0 },
    ...{ drift: null, isDriftIgnored: false, recommended: undefined },
  };
}

/** Types a value of a register in the unit in which the page shows it. */
function type(address: string, value: number) {
  const setting = settingOf(address);
  return readInput(setting, String(Number((value / (setting.divisor ?? 1)).toFixed(6))));
}

test.each([
  ["0033110047", 50, 300, 1],
  ["0033110048", 50, 5_000, 50],
  ["0033110050", 240, 265, 1],
  ["0033110051", 145, 200, 1],
  ["001A110057", 0, 2, 0.1],
] as const)(
  "the page refuses %s one step beyond %d to %d and between steps of %d",
  (address, min, max, step) => {
    expect(type(address, min)).toEqual({ value: min });
    expect(type(address, max)).toEqual({ value: max });
    expect(type(address, min - step)).toMatchObject({ problem: { code: "min" } });
    expect(type(address, max + step)).toMatchObject({ problem: { code: "max" } });
    expect(type(address, min + step / 2)).toHaveProperty("problem");
  },
);

test("the page refuses every timer below 10 s and above 3600 s", () => {
  const timers = [...CATALOGUE].flatMap(([typeCode, entries]) =>
    [...entries]
      .filter(([, { unit, min, max }]) => unit === "s" && min === 10 && max === 3_600)
      .filter(([, { condition }]) => condition === undefined)
      .map(([register]) => `${typeCode}11${register}`),
  );
  expect(timers.length).toBeGreaterThan(30);
  for (const address of timers) {
    expect([address, type(address, 9)]).toMatchObject([address, { problem: { code: "min" } }]);
    expect([address, type(address, 3_601)]).toMatchObject([address, { problem: { code: "max" } }]);
    expect([address, type(address, 10)]).toEqual([address, { value: 10 }]);
    expect([address, type(address, 3_600)]).toEqual([address, { value: 3_600 }]);
  }
});
