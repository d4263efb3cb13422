import { expect, test } from "vitest";
import type { Setting } from "../setting.ts";
import { compareSites } from "./compare-settings.ts";
import { groupDifferences } from "./group-differences.ts";
import { changedOf, omissionKey } from "./restore-step.ts";

const setting = (address: string, changes: Partial<Setting> = {}): Setting => ({
  ...{ address, register: address.slice(6), kind: "setting", access: "rw", name: null, unit: "V" },
  ...{ endurance: 10_000, limits: { precision: 0 }, value: 230, at: 0, writes: 0, writesToday: 0 },
  ...{ drift: null, isDriftIgnored: false },
  ...changes,
});

test("settings of two sites are compared by type and order of the equipment", () => {
  const own = [setting("0033110047"), setting("0033120047", { value: 220 })];
  const other = [setting("0033010047", { value: 240 }), setting("0033070047", { value: 220 })];
  expect(compareSites(own, other)).toEqual({
    list: [{ address: "0033110047", from: 240, to: 230 }],
    compared: 2,
    single: 0,
  });
});

test("commands, secrets and settings of another kind are not compared", () => {
  const own = [
    setting("0033110047"),
    setting("0033110048", { oneShot: true, value: null }),
    setting("0033110049", { secret: true, value: null }),
    setting("0033110050"),
  ];
  const other = own.map((one) =>
    one.register === "0050" ? { ...one, unit: "A", value: 1 } : { ...one },
  );
  expect(compareSites(own, other)).toEqual({ list: [], compared: 1, single: 2 });
  expect(compareSites(own, []).single).toBe(2);
});

test("differences are grouped by equipment and section, with those that are no longer described at the end", () => {
  const settings = [
    setting("0033110047", { section: "ac input", order: 2 }),
    setting("0033110048", { section: "ac input", order: 1 }),
    setting("0033110031", { section: "battery" }),
  ];
  const entries = ["0033110047", "0033110031", "0033110099", "0033110048"];
  expect(
    groupDifferences(
      entries.map((address) => ({ address })),
      settings,
    ).map(({ section, entries: own }) => [section, own.map(({ address }) => address)]),
  ).toEqual([
    ["ac input", ["0033110048", "0033110047"]],
    ["battery", ["0033110031"]],
    [null, ["0033110099"]],
  ]);
});

test("a restoration is based on the values of its plan and shows only what it changes", () => {
  const settings = [setting("0033110047"), setting("0033110048", { value: 5 })];
  const items = [
    { address: "0033110047", value: 220, expected: 230 },
    { address: "0033110048", value: 5, expected: 5 },
  ];
  expect(changedOf(items, settings)).toEqual([
    { setting: settings[0], entry: { typed: "220", base: 230 }, value: 220, problem: null },
  ]);
});

test("a reason that the page does not know is shown as a setting that is not described", () => {
  expect(omissionKey("group incomplete")).toBe("group incomplete");
  expect(omissionKey("new reason")).toBe("not described");
});
