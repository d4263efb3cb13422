import { expect, test } from "vitest";
import type { Register } from "../registers/register.ts";
import { describeActiveSite, NO_BATTERY, type SiteSources } from "./active-site.ts";

const gauge = (register: string, more: Partial<Register> = {}): Register => ({
  register,
  kind: "gauge",
  access: "r",
  ...more,
});
const site = (...registers: string[]) => ({
  address: "FFFF00",
  registers: registers.map((register) => gauge(register)),
});
const describe = (more: Partial<SiteSources>, values: Record<string, number | string> = {}) =>
  describeActiveSite({
    tree: [],
    identity: null,
    readValue: (address) => values[address],
    updateNum: 0,
    hasConnected: true,
    ...more,
  });

test("a site that never had a logger is empty", () => {
  expect(describe({ hasConnected: false })).toMatchObject({
    isNull: true,
    batteryType: NO_BATTERY,
    batteryCapacity: null,
    inverterNums: 0,
    acinType: 0,
    systemConfig: null,
    commType: null,
  });
});

test("a site with two inverters, a battery, grid and generator is described by them", () => {
  const inverter = (address: string) => ({
    address,
    versions: { software: "2.14", lcd: "1.0" },
    registers: [gauge("0021", { kind: "enum", name: "Working mode", options: { 1: "backup" } })],
  });
  const battery = {
    address: "008B11",
    model: "Lithium module",
    registers: [
      gauge("0001", { name: "Capacity", unit: "kWh" }),
      gauge("0020", { kind: "enum", name: "Battery type", options: { 5: "Customized" } }),
    ],
  };
  const found = describe(
    {
      tree: [
        site("0110", "0124", "0125", "0134", "0140"),
        ...["003311", "003312"].map(inverter),
        battery,
      ],
      identity: {
        systemType: "10006",
        versions: { communication: "3.1", hardware: "B", software: "3.08" },
        features: ["debug"],
      },
      updateNum: 1,
    },
    {
      FFFF000131: 51.2,
      FFFF000136: "charge",
      FFFF000171: "solar",
      FFFF000400: 1,
      FFFF00F000: 1_790_000_000_000,
      "0033110021": 1,
      "008B110001": 9.5,
      "008B110020": 5,
    },
  );
  expect(found).toEqual({
    batteryCapacity: 9_500,
    batteryStatus: "charge",
    batteryType: 5,
    batteryVoltageType: 48,
    bmsProvide: true,
    ckledVersion: null,
    ckledSoftVersion: "1.0",
    commVersion: "3.1",
    commType: "wired",
    hardwareVersion: "B",
    kinergyVersion: "3.08",
    modelVersion: "2.14",
    inverterNums: 2,
    acinType: 3,
    acout2Type: 1,
    debug: true,
    runningType: "solar",
    systemConfig: 1,
    systemMode: 1,
    workModel: 1,
    systemDatetime: 1_790_000_000_000,
    updateNum: 1,
    isNull: false,
  });
});

test.each([
  [12.8, 12],
  [26, 24],
  [53, 48],
  [400, 0],
  [0, null],
])("a battery of %s V is of the class %s", (volts, voltageClass) => {
  const values: Record<string, number> = { FFFF000131: volts };
  expect(describe({}, values).batteryVoltageType).toBe(voltageClass);
});
