import { describe, expect, test } from "vitest";
import { listFactorySettings } from "#domain/registers/catalogue/factory-settings.ts";
import { describeSetting } from "#domain/registers/describe-setting.ts";
import { listControls } from "./controls/list-controls.ts";
import type { Setting } from "./setting.ts";
import { groupSettings, listSections, settingsOfTab } from "./setting-groups.ts";

const INVERTER = "003311";

/** Settings that equipment of a site has from the factory, as the page gets them. */
function settingsOf(address: string, site: { systemType?: string; systemCode?: number } = {}) {
  return listFactorySettings({ address }, site).map(({ described, initial }): Setting => {
    const piece = { address, registers: [described] };
    return {
      ...describeSetting(piece, described, site),
      ...{ endurance: 10_000, value: initial, at: null, writes: 0, writesToday: 0 },
      ...{ drift: null, isDriftIgnored: false, recommended: undefined },
    };
  });
}

const namesOf = (settings: readonly Setting[]) => settings.map(({ name }) => name);

/** Sections of an inverter in every family, with their tabs. */
const INVERTER_SECTIONS = [
  ["system", ["basic"]],
  ["working mode", ["basic"]],
  ["ac input", ["basic", "custom"]],
  ["solar", ["basic"]],
  ["load", ["basic"]],
  ["battery", ["basic", "custom"]],
  ["inverter", ["basic", "parallel", "custom"]],
  ["auxiliary contact", ["basic"]],
  ["remote dispatch", ["basic"]],
  ["time of use", ["basic"]],
  ["time control", ["basic"]],
];

describe("the page of a family", () => {
  test.each([
    ["K1", "10001", ["generatorInput", "externalSolarCharger"]],
    ["E4", "10002", ["fullChargeStart", "fullChargeEnd", "stormReserve", "statusLight"]],
    ["E4", "1000B", ["fullChargeStart", "fullChargeEnd", "stormReserve", "statusLight"]],
    ["E7", "10003", ["fullChargeStart", "stormReserve", "surplusLoad", "surplusMinimumSoc"]],
    ["E7", "1000801", ["fullChargeStart", "stormReserve", "surplusLoad", "surplusMinimumSoc"]],
    ["K2", "10004", ["secondInputType", "secondOutputType", "secondOutputSoc"]],
    ["EtherLink", "10006", ["gridImportLimit", "siteController", "controllerTimeout"]],
  ])("%s (%s) has all sections and tabs and its own settings", (_, systemType, own) => {
    const settings = settingsOf(INVERTER, { systemType });
    const sections = listSections(settings).map(({ name, tabs }) => [name, tabs]);
    expect(sections).toEqual(INVERTER_SECTIONS);
    expect(namesOf(settings)).toEqual(expect.arrayContaining(own));
    const others = new Set(
      ["10001", "10002", "10003", "10004", "10006"].flatMap((other) =>
        namesOf(settingsOf(INVERTER, { systemType: other })),
      ),
    );
    const absent = [...others].filter((name) => !namesOf(settings).includes(name));
    expect(absent.length).toBeGreaterThan(0);
  });

  test("each setting is on exactly one tab of one section", () => {
    for (const systemType of ["10001", "10002", "10003", "10004", "10006"]) {
      const settings = settingsOf(INVERTER, { systemType });
      const shown = listSections(settings).flatMap((section) =>
        section.tabs.flatMap((tab) => settingsOfTab(section, tab)),
      );
      expect(shown.map(({ address }) => address).toSorted()).toEqual(
        settings.map(({ address }) => address).toSorted(),
      );
    }
  });

  test.each([3, 5, 10])("the brand variant %d has the lock of its keys", (systemCode) => {
    expect(namesOf(settingsOf(INVERTER, { systemCode }))).toContain("keyLock");
    expect(namesOf(settingsOf(INVERTER, { systemCode: 2 }))).not.toContain("keyLock");
  });

  test.each([13, 19, 261])(
    "the code %d of two phases has their mode on the tab Parallel",
    (code) => {
      const settings = settingsOf(INVERTER, { systemCode: code });
      const inverter = listSections(settings).find(({ name }) => name === "inverter");
      if (inverter === undefined) throw new Error("no section");
      expect(namesOf(settingsOfTab(inverter, "parallel"))).toContain("twoPhaseMode");
      expect(namesOf(settingsOf(INVERTER, { systemCode: 4 }))).not.toContain("twoPhaseMode");
    },
  );

  test.each([
    ["0032", ["system", "solar", "load", "battery"]],
    ["00FF", ["system", "ac input", "solar"]],
    ["800D", ["auxiliary contact"]],
    ["008B", ["battery"]],
    ["001A", ["meter"]],
    ["0057", ["auxiliary contact"]],
    ["006B", ["system", "remote update"]],
    ["0077", ["cabinet"]],
  ])("equipment %s has its sections", (typeCode, sections) => {
    expect(listSections(settingsOf(`${typeCode}11`)).map(({ name }) => name)).toEqual(sections);
  });
});

describe("a large site", () => {
  test("has up to 10 PCS for MPPT counts, 12 MPPT groups and 9 parallel groups", () => {
    const count = (settings: readonly Setting[], name: string) =>
      settings.filter((one) => one.name?.startsWith(`${name} `)).length;
    expect(count(settingsOf("008E11"), "externalMpptCountOfPcs")).toBe(10);
    expect(count(settingsOf(INVERTER), "mpptEnabled")).toBe(12);
    const group = settingsOf(INVERTER).find(({ name }) => name === "parallelGroup");
    expect(group?.limits.max).toBe(9);
  });

  test("has one card for each kind of control, with a row for each device", () => {
    const numbers = Array.from({ length: 10 }, (_, index) => (0x11 + index).toString(16));
    const cards = listControls(numbers.flatMap((id) => settingsOf(`008E${id.toUpperCase()}`)));
    expect(cards.map(({ kind, rows }) => [kind, rows.length])).toEqual([
      ["faultLock", 10],
      ["synchronization", 10],
      ["reset", 10],
    ]);
  });

  test("has the settings of a group beside each other", () => {
    for (const address of ["003311", "008E11", "800D11", "006B11"]) {
      const groups = groupSettings(settingsOf(address)).flatMap(({ group }) => group ?? []);
      expect(new Set(groups).size).toBe(groups.length);
    }
  });
});
