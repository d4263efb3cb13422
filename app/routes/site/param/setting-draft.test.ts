import { expect, test } from "vitest";
import type { Setting } from "./setting.ts";
import { controlOf } from "./setting.ts";
import { inputOf, listChanged, readInput, toItems, typeInto } from "./setting-draft.ts";
import {
  findSettings,
  groupSettings,
  indexSettings,
  listSections,
  settingsOfTab,
} from "./setting-groups.ts";

const setting = (changes: Partial<Setting> = {}): Setting => ({
  ...{ address: "0033111000", register: "1000", kind: "setting", access: "rw" },
  ...{ name: "acInputHighCutoff", unit: "V", endurance: 10_000 },
  ...{ limits: { min: 240, max: 265, step: 1, precision: 0 }, value: 250, at: 0 },
  ...{ writes: 0, writesToday: 0, drift: null, isDriftIgnored: false },
  ...changes,
});
const power = setting({
  ...{ address: "0033111001", unit: "W", divisor: 1000, value: 3200 },
  limits: { min: 0, max: 5000, step: 100, precision: 0 },
});
const start = setting({
  ...{ address: "0033111002", unit: "", format: "time", value: 90, group: "tariff 1" },
  limits: { min: 0, max: 1440, step: 1, precision: 0 },
});
const end = setting({ ...start, address: "0033111003", value: 600 });
const days = setting({ ...start, address: "0033111004", format: "week", value: 31 });

test("an input is read in the unit that the page shows, and sent in the register's", () => {
  expect(readInput(power, "3,5")).toEqual({ value: 3500 });
  expect(inputOf(power, 3200)).toBe("3.2");
  expect(readInput(setting(), "٢٤٥")).toEqual({ value: 245 });
  expect(readInput(start, "24:00")).toEqual({ value: 1440 });
  expect(inputOf(start, 90)).toBe("01:30");
  expect(readInput(days, "127")).toEqual({ value: 127 });
});

test.each([
  [setting(), "", { code: "required" }],
  [setting(), "a lot", { code: "number" }],
  [setting(), "239", { code: "min", limit: 240 }],
  [setting(), "266", { code: "max", limit: 265 }],
  [setting(), "250.5", { code: "decimals", limit: 0 }],
  [power, "5.1", { code: "max", limit: 5 }],
  [power, "3.25", { code: "step", limit: 0.1 }],
  [start, "1:60", { code: "time" }],
  [start, "24:01", { code: "time" }],
  [days, "128", { code: "week" }],
  [setting({ options: { 0: "none", 3: "VDE4105" }, limits: {} }), "1", { code: "option" }],
] as const)("an input that breaks a limit names it: %#", (one, typed, problem) => {
  expect(readInput(one, typed)).toEqual({ problem });
});

test("the control follows the values", () => {
  const options = (texts: Record<string, string>) =>
    setting({ options: texts, limits: {}, value: 0 });
  expect(controlOf(options({ 0: "off", 1: "on" }))).toBe("switch");
  expect(controlOf(options({ 0: "single", 1: "parallel" }))).toBe("select");
  expect(controlOf({ ...options({ 0: "off", 1: "on" }), value: 7 })).toBe("select");
  expect(controlOf(setting({ oneShot: true, options: { 1: "run" } }))).toBe("action");
  expect(controlOf(setting({ secret: true, kind: "text" }))).toBe("secret");
  expect(controlOf(days)).toBe("week");
  expect(controlOf(setting())).toBe("number");
});

test("typing the present value again is no change, and the first value seen stays the expected one", () => {
  const changed = typeInto({}, setting(), "245");
  expect(changed).toEqual({ "0033111000": { typed: "245", base: 250 } });
  const later = setting({ value: 260 });
  expect(typeInto(changed, later, "246")["0033111000"]?.base).toBe(250);
  expect(typeInto(changed, setting(), "250.0")).toEqual({});
  // A faulty input stays, so that it can be corrected.
  expect(listChanged([setting()], typeInto({}, setting(), "900"))[0]?.problem?.code).toBe("max");
});

test("a command is a change whatever its value, and empty input takes it back", () => {
  const reset = setting({ oneShot: true, value: 1, limits: {}, options: { 1: "run" } });
  const chosen = typeInto({}, reset, "1");
  expect(toItems([reset], listChanged([reset], chosen))).toEqual([
    { address: "0033111000", value: 1 },
  ]);
  expect(typeInto(chosen, reset, "")).toEqual({});
});

test("the other settings of a group are sent along with their present values", () => {
  const all = [setting(), start, end, days];
  const draft = typeInto({}, start, "02:00");
  expect(toItems(all, listChanged(all, draft))).toEqual([
    { address: start.address, value: 120, expected: 90 },
    { address: end.address, value: 600, expected: 600 },
    { address: days.address, value: 31, expected: 31 },
  ]);
});

test("sections, tabs and groups follow the description", () => {
  const all = [
    setting({ section: "inverter", tab: "custom", order: 2 }),
    setting({ address: "0033111009", section: "inverter", order: 1 }),
    setting({ address: "0033111010", section: "system" }),
    setting({ address: "0033111011", section: "unknown" }),
  ];
  const sections = listSections(all);
  expect(sections.map(({ name, tabs }) => [name, tabs])).toEqual([
    ["system", []],
    ["inverter", ["basic", "custom"]],
    ["other", []],
  ]);
  const [, inverter] = sections;
  if (inverter === undefined) throw new Error("no section");
  expect(settingsOfTab(inverter, null).map(({ address }) => address)).toEqual(["0033111009"]);
  expect(settingsOfTab(inverter, "custom")).toHaveLength(1);
  expect(groupSettings([setting(), start, days, end]).map(({ group }) => group)).toEqual([
    null,
    "tariff 1",
  ]);
});

test("a search finds names in the language of the page, and addresses", () => {
  const all = [setting(), power];
  const nameOf = ({ address }: Setting) => (address.endsWith("0") ? "Tension haute" : "Puissance");
  const index = indexSettings(all, nameOf);
  expect(findSettings(index, "haute tension")).toEqual([setting()]);
  expect(findSettings(index, "1001")).toEqual([power]);
  expect(findSettings(index, "nothing")).toEqual([]);
});
