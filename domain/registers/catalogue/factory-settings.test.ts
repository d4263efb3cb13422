import { expect, test } from "vitest";
import { brokenRules } from "#domain/settings/register-rules.ts";
import { checkSetting } from "../check-setting.ts";
import { equipmentTree } from "../equipment.ts";
import { CATALOGUE } from "./catalogue.ts";
import { listFactorySettings } from "./factory-settings.ts";

const TYPE_CODES = [...CATALOGUE.keys()].filter((typeCode) => typeCode !== "FFFF");

test.each(TYPE_CODES)(
  "a device %s leaves the factory with settings that are accepted",
  (typeCode) => {
    for (const [systemType, nominalVoltage] of [
      ["10001", 12],
      ["10002", 24],
      ["10003", 48],
      ["10004", 51.2],
      ["10006", 48],
    ] as const) {
      const site = { systemType, systemCode: 5 };
      const address = `${typeCode}11`;
      const settings = listFactorySettings({ address }, site, nominalVoltage);
      const tree = equipmentTree.parse(
        JSON.parse(
          JSON.stringify([{ address, registers: settings.map(({ described }) => described) }]),
        ),
      );
      const values = new Map(
        settings.map(({ described, initial }) => [address + described.register, initial]),
      );
      const refused = [...values].filter(
        ([register, value]) => value !== null && !checkSetting(tree, register, value, site).ok,
      );
      expect([systemType, refused]).toEqual([systemType, []]);
      const changed = new Set(values.keys());
      const broken = brokenRules(
        tree,
        (register) => values.get(register),
        changed,
        site,
        nominalVoltage,
      );
      expect([systemType, broken]).toEqual([systemType, []]);
    }
  },
);

test("a setting of one family is described by no other", () => {
  const names = (systemType: string) =>
    listFactorySettings({ address: "003311" }, { systemType }).map(
      ({ described }) => described.name,
    );
  expect(names("10003")).toContain("fullChargeStart");
  expect(names("10001")).not.toContain("fullChargeStart");
});
