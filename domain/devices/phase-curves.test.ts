import { expect, test } from "vitest";
import { findPhaseCurves } from "./phase-curves.ts";

type Options = Partial<Parameters<typeof findPhaseCurves>[1]>;
const OPTIONS = { systemCode: 5, withEquipment: true, withSinglePhase: false };

const gauge = (register: string, name?: string, unit?: string) => ({
  ...{ register, kind: "gauge" as const, access: "r" as const },
  ...{ name, unit },
});
const site = (...registers: string[]) => ({
  address: "FFFF00",
  registers: registers.map((register) => gauge(register)),
});
const list = (tree: Parameters<typeof findPhaseCurves>[0], options: Options = {}) =>
  findPhaseCurves(tree, { ...OPTIONS, ...options }).map(
    ({ part, quantity, equipment, lines }) =>
      `${equipment} ${part} ${quantity} ${lines.map(({ phase }) => (phase === null ? "-" : "uvw"[phase])).join("")}`,
  );
const onPhases = (first: number, name: string, unit: string, phases = ["u", "v", "w"]) =>
  phases.map((phase, index) =>
    gauge((first + index).toString(16).toUpperCase().padStart(4, "0"), `${name} ${phase}`, unit),
  );

test("the phases of the site as a whole are curves of load, AC input, generator and solar, beside its battery", () => {
  const registers = ["0101", "0102", "0103", "0111", "0112", "0113", "0118", "0119", "011A"];
  const others = ["0121", "0122", "0123", "0128", "0129", "012A", "0131", "0132", "0134", "0141"];
  expect(list([site(...registers, ...others, "0142", "0143")])).toEqual([
    "FFFF00 load power uvw",
    "FFFF00 load voltage uvw",
    "FFFF00 acInput power uvw",
    "FFFF00 acInput voltage uvw",
    "FFFF00 generator power uvw",
    "FFFF00 solar power uvw",
    "FFFF00 battery voltage -",
    "FFFF00 battery current -",
    "FFFF00 battery soc -",
  ]);
});

test("a site with a single phase has no curves by phase, unless its load has a chart of its own", () => {
  expect(list([site("0121", "0118", "0101")])).toEqual([]);
  expect(list([site("0121", "0118", "0101")], { withSinglePhase: true })).toEqual([
    "FFFF00 load power u",
  ]);
});

test("systems with two output phases show no third one of the output", () => {
  const tree = [site("0121", "0122", "0123", "0111", "0112", "0113")];
  for (const systemCode of [13, 19, 261])
    expect(list(tree, { systemCode })).toEqual([
      "FFFF00 load power uv",
      "FFFF00 acInput power uvw",
    ]);
});

test("phases of inverters, PV inverters, generators and loads are recognised by the names of their registers", () => {
  const tree = [
    {
      address: "003311",
      registers: [
        ...onPhases(0x121, "AC input voltage", "V"),
        ...onPhases(0x124, "acInputCurrent", "A", ["U", "V", "W"]),
        ...onPhases(0x137, "AC output power", "W", ["L1", "L2", "L3"]),
        ...onPhases(0x13a, "Inverter power", "W"),
        ...onPhases(0x141, "Critical load power", "W"),
        ...onPhases(0x144, "Normal load power", "W"),
      ],
    },
    { address: "00FF11", registers: onPhases(0x114, "AC power", "W") },
    { address: "800D11", registers: onPhases(0x111, "Voltage", "V", ["u", "v"]) },
    {
      address: "006D11",
      registers: [
        gauge("0101", "Voltage", "V"),
        gauge("0102", "Current", "A"),
        gauge("0104", "State of charge", "%"),
        gauge("0105", "State of health", "%"),
      ],
    },
  ];
  expect(list(tree)).toEqual([
    "003311 load power uvw",
    "003311 criticalLoad power uvw",
    "003311 normalLoad power uvw",
    "003311 inverter power uvw",
    "003311 acInput voltage uvw",
    "003311 acInput current uvw",
    "800D11 generator voltage uv",
    "00FF11 pvInverter power uvw",
    "006D11 battery voltage -",
    "006D11 battery current -",
    "006D11 battery soc -",
  ]);
  expect(list(tree, { withEquipment: false })).toEqual([]);
});

test("settings, other units, other names and a phase that is named twice are no curves", () => {
  const rated = onPhases(0x10, "Output voltage", "V").map((one) => ({
    ...one,
    kind: "setting" as const,
  }));
  const registers = [
    ...rated,
    ...onPhases(0x20, "AC input voltage", "kV"),
    ...onPhases(0x30, "Neutral current", "A"),
    gauge("0040", "Maximum flow", "W"),
    gauge("0041", "Output power u", "W"),
    gauge("0042", "outputPowerL1", "W"),
  ];
  expect(list([{ address: "003311", registers }])).toEqual([]);
});
