import { expect, test } from "vitest";
import type { Equipment } from "#domain/registers/equipment.ts";
import { bindSiteRules } from "./bind-limits.ts";
import { newSiteRules } from "./new-site-rules.ts";

type Registers = [register: string, name: string | undefined, unit: string][];

function piece(address: string, registers: Registers, typeCode?: string): Equipment {
  return {
    address,
    ...(typeCode === undefined ? {} : { typeCode }),
    registers: registers.map(([register, name, unit]) => ({
      register,
      kind: "gauge",
      access: "r",
      name,
      unit,
    })),
  };
}

/** Returns the registers of each of the ten limits, by type. */
function bindings(equipment: readonly Equipment[]) {
  return Object.fromEntries(
    newSiteRules(equipment).limits.map(({ alarmType, address, addresses }) => [
      alarmType,
      address === null ? null : [address, ...addresses].join(" "),
    ]),
  );
}

const none = {
  batteryVoltage: null,
  batteryTemperature: null,
  outputVoltage: null,
  outputCurrent: null,
  outputPower: null,
  outputFrequency: null,
  inputVoltage: null,
  inputCurrent: null,
  inputPower: null,
  inputFrequency: null,
};

test("a site without a logger has ten limits without registers", () => {
  const rules = newSiteRules([]);
  expect(bindings([])).toEqual(none);
  expect(rules.limits.map(({ ruleId }) => ruleId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test("the ten limits have the values of the specification, are off and have a sustain time of 10 s", () => {
  const { limits } = newSiteRules([]);
  expect(
    limits.map(({ alarmType, lowAlarm, highAlarm }) => [alarmType, lowAlarm, highAlarm]),
  ).toEqual([
    ["batteryVoltage", 9.5, 15],
    ["batteryTemperature", 40, 60],
    ["outputVoltage", 70, 300],
    ["outputCurrent", 10, 999],
    ["outputPower", 2000, 999_999],
    ["outputFrequency", 40, 70],
    ["inputVoltage", 70, 300],
    ["inputCurrent", 10, 999],
    ["inputPower", 2000, 999_999],
    ["inputFrequency", 40, 70],
  ]);
  for (const { isOpen, sustainTime } of limits)
    expect({ isOpen, sustainTime }).toEqual({ isOpen: false, sustainTime: 10 });
});

test("the site's own registers come first, with all their phases", () => {
  const equipment = [
    piece(
      "003311",
      [
        ["0107", "AC input voltage", "V"],
        ["0111", "AC output current", "A"],
      ],
      "0033",
    ),
    piece("FFFF00", [
      ["0131", undefined, "V"],
      ["0133", undefined, "°C"],
      ["0128", undefined, "V"],
      ["0129", undefined, "V"],
      ["0118", undefined, "V"],
      ["0120", undefined, "W"],
      ["0110", undefined, "W"],
      ["011C", undefined, "Hz"],
    ]),
  ];
  expect(bindings(equipment)).toEqual({
    ...none,
    batteryVoltage: "FFFF000131",
    batteryTemperature: "FFFF000133",
    outputVoltage: "FFFF000128 FFFF000129",
    outputCurrent: "0033110111",
    outputPower: "FFFF000120",
    inputVoltage: "FFFF000118",
    inputPower: "FFFF000110",
    inputFrequency: "FFFF00011C",
  });
});

test("without own registers the first equipment that has them is used", () => {
  const equipment = [
    piece("800D11", [["0101", "Output voltage", "V"]], "800D"),
    piece(
      "006D11",
      [
        ["0101", "Voltage", "V"],
        ["0106", "Temperature", "°C"],
      ],
      "006D",
    ),
    piece("006D12", [["0101", "Voltage", "V"]], "006D"),
    piece("003311", [
      ["0121", "AC input voltage u", "V"],
      ["0122", "AC input voltage v", "V"],
      ["0124", "AC input current", "A"],
      ["0110", "acOutputVoltage", "V"],
      ["0113", "AC output frequency", "Hz"],
      ["010A", "acInputFrequency", "Hz"],
      ["0109", "AC input power", "kW"],
    ]),
    piece("003312", [["0110", "acOutputVoltage", "V"]]),
  ];
  expect(bindings(equipment)).toEqual({
    ...none,
    batteryVoltage: "006D110101",
    batteryTemperature: "006D110106",
    outputVoltage: "0033110110",
    outputFrequency: "0033110113",
    inputVoltage: "0033110121 0033110122",
    inputCurrent: "0033110124",
    inputFrequency: "003311010A",
  });
});

test("a new tree moves the limits to its registers as a new version, and the same one changes nothing", () => {
  const battery = piece("006D11", [["0101", "Voltage", "V"]]);
  const site = piece("FFFF00", [["0131", undefined, "V"]]);
  const rules = newSiteRules([battery]);
  expect(bindSiteRules(rules, [battery])).toBe(rules);
  const moved = bindSiteRules(rules, [battery, site]);
  expect(moved.version).toBe(1);
  expect(moved.limits[0]?.address).toBe("FFFF000131");
  expect(bindSiteRules(moved, []).limits[0]?.address).toBeNull();
});
