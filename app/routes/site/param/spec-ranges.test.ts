import { expect, test } from "vitest";
import { describeSetting } from "#domain/registers/describe-setting.ts";
import type { Register } from "#domain/registers/register.ts";
import {
  REGISTER_RANGES,
  type SpecifiedRange,
  SYSTEM_OF_ALL_TIMERS,
  TIMER_RANGES,
} from "../../../../tests/support/specified-ranges.ts";
import type { Setting } from "./setting.ts";
import { readInput } from "./setting-draft.ts";

/** A setting of the catalogue as the page gets it from a logger that describes no limits. */
function settingOf({ typeCode, register }: SpecifiedRange): Setting {
  const described: Register = { register, kind: "setting", access: "rw" };
  const piece = { address: `${typeCode}11`, registers: [described] };
  return {
    ...describeSetting(piece, described, { systemType: SYSTEM_OF_ALL_TIMERS }),
    ...{ endurance: 10_000, value: null, at: null, writes: 0, writesToday: 0 },
    ...{ drift: null, isDriftIgnored: false, recommended: undefined },
  };
}

/** Types a value of a setting in the unit in which the page shows it. */
function type(setting: Setting, value: number) {
  return readInput(setting, String(Number((value / (setting.divisor ?? 1)).toFixed(6))));
}

test("the page refuses each range of the specification one step beyond it and between its steps, and accepts its ends", () => {
  expect(TIMER_RANGES.length).toBeGreaterThan(50);
  for (const range of REGISTER_RANGES) {
    const { typeCode, register, name, min, max, step } = range;
    const setting = settingOf(range);
    expect([typeCode, register, setting.name]).toEqual([typeCode, register, name]);
    const inputs = [min - step, min, max, max + step].map((value) => type(setting, value));
    expect([typeCode, name, ...inputs]).toMatchObject([
      typeCode,
      name,
      { problem: { code: "min" } },
      { value: min },
      { value: max },
      { problem: { code: "max" } },
    ]);
    expect([typeCode, name, type(setting, min + step / 2)]).toMatchObject([
      typeCode,
      name,
      { problem: {} },
    ]);
  }
});

test("a refusal of the page names the limit in the unit that it shows", () => {
  const shown = new Map(REGISTER_RANGES.map((range) => [range.name, range]));
  const limitOf = (name: string, value: number) => {
    const range = shown.get(name);
    return range && type(settingOf(range), value);
  };
  expect(limitOf("maximumExportPower", 0)).toEqual({ problem: { code: "min", limit: 0.05 } });
  expect(limitOf("maximumExportPower", 5_050)).toEqual({ problem: { code: "max", limit: 5 } });
  expect(limitOf("acInputHighCutoff", 266)).toEqual({ problem: { code: "max", limit: 265 } });
  expect(limitOf("startDelay", 9)).toEqual({ problem: { code: "min", limit: 10 } });
});
