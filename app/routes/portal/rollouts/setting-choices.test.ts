import { expect, test } from "vitest";
import type { Setting } from "#app/routes/site/param/setting.ts";
import { MAX_ROLLOUT_ITEMS } from "#domain/rollouts/limits.ts";
import { addSetting, isRollable, removeSetting, valuesOf } from "./setting-choices.ts";

const setting = (register: string, more: Partial<Setting> = {}): Setting => ({
  ...{ address: `003311${register}`, register, kind: "setting", access: "rw", name: register },
  ...{ unit: "%", endurance: 10_000, limits: { min: 0, max: 100 }, value: 20, at: 1 },
  ...{ writes: 0, writesToday: 0, drift: null, isDriftIgnored: false, ...more },
});

test("a setting is added with its present value, and with those that belong together with it", () => {
  const settings = [
    setting("0001", { group: "window" }),
    setting("0002", { group: "window", value: null }),
    setting("0003"),
  ];
  const [first = setting("0000"), , third = setting("0000")] = settings;
  const one = addSetting([], third, settings) ?? [];
  expect(one.map(({ typed }) => typed)).toEqual(["20"]);
  const three = addSetting(one, first, settings) ?? [];
  expect(three.map(({ setting: { register }, typed }) => [register, typed])).toEqual([
    ["0003", "20"],
    ["0001", "20"],
    ["0002", ""],
  ]);
  expect(valuesOf(three)).toBeNull();
  expect(removeSetting(three, first)).toEqual(one);
  expect(valuesOf(one)).toEqual([{ address: "0033110003", value: 20 }]);
  expect(addSetting(one, third, settings)).toEqual(one);
});

test("commands, secrets and values that are only read are not rolled out, nor more than the limit", () => {
  expect(isRollable(setting("0001"))).toBe(true);
  for (const more of [{ access: "r" }, { oneShot: true }, { secret: true }])
    expect(isRollable(setting("0001", more))).toBe(false);
  const full = Array.from({ length: MAX_ROLLOUT_ITEMS }, (_, place) => ({
    setting: setting(String(place).padStart(4, "0")),
    typed: "1",
  }));
  expect(addSetting(full, setting("FFFE"), [])).toBeNull();
});
