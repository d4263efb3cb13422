import { expect, test } from "vitest";
import {
  DEVICE_TYPES,
  deviceTypeOf,
  INVERTER_TYPES,
  inverterTypeOf,
  LOGGER_TYPES,
  loggerTypeOf,
  TAB_NAMES,
} from "./device-types.ts";

test.each([
  ["0032", "MPPT 150/85", "10001", "solarChargeController"],
  ["0033", "K1-5000", "10001", "inverterCharger"],
  ["0033", "Qoma33H", "10003", "hybridInverter"],
  ["0033", "Hybrid inverter 5 kW", "10003", "hybridInverter"],
  ["0033", "All-in-one 6", "10003", "allInOneInverter"],
  ["00FF", null, null, "gridPvInverter"],
  ["005F", null, null, "gridPvInverter"],
  ["008E", null, null, "pcs"],
  ["005E", null, null, "pcs"],
  ["800A", null, null, "dieselGenerator"],
  ["800D", null, null, "dieselGenerator"],
  ["006D", null, null, "batteryProtectionKit"],
  ["008B", null, null, "bms"],
  ["008B", "Lithium module LFP-51", null, "lithiumModule"],
  ["008B", "OPzV bank 24 V", null, null],
  ["008C", null, null, "lithiumModule"],
  ["001A", "Energy meter EPM-3", null, "epm"],
  ["001A", "Grid meter", null, "meter"],
  ["004E", null, null, "lcd"],
  ["006B", null, "10001", "wirelessLogger"],
  ["006B", "Wired logger", "10001", "wiredLogger"],
  ["006B", null, "10006", "wiredLogger"],
  ["006B", null, "10002", "e4"],
  ["006B", null, "1000801", "e7"],
  ["0057", null, "10001", null],
  ["0077", "Cabinet", "10003", null],
  ["FFFF", null, "10001", null],
  ["constructor", null, null, null],
] as const)("%s with the model %s at a system %s is %s", (typeCode, model, systemType, type) => {
  expect(deviceTypeOf({ typeCode, model }, systemType)).toBe(type);
});

test("every type of the specification is listed, and can be recognized", () => {
  expect([DEVICE_TYPES.length, LOGGER_TYPES.length, INVERTER_TYPES.length]).toEqual([17, 6, 6]);
  expect(INVERTER_TYPES.map((type) => inverterTypeOf(`${type} 5000`))).toEqual([...INVERTER_TYPES]);
  const loggers = ["10001", "10004", "10002", "10003", "10006"].map((type) =>
    loggerTypeOf(type, null),
  );
  expect([...loggers, loggerTypeOf("10001", "E-HUB 2")]).toEqual([...LOGGER_TYPES]);
});

test("a model that only contains the letters of a product is another one", () => {
  expect(["BRICKS 5", "Tyrannosaurus", "sick", null].map(inverterTypeOf)).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(loggerTypeOf(null, "Logger")).toBeNull();
});

test("the tabs of devices have the names of the specification, by keys of four hexadecimal digits", () => {
  const names = ["CCS", "Cyber", "COMBI", "MPPT", "Kinergy", "BGK"];
  expect([...new Set(Object.values(TAB_NAMES))].sort()).toEqual(names.sort());
  for (const key of Object.keys(TAB_NAMES)) expect(key).toMatch(/^[0-9A-F]{4}$/);
});
