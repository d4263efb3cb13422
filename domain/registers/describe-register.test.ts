import { expect, test } from "vitest";
import { describeRegister, voltageBeside } from "./describe-register.ts";
import type { Equipment } from "./equipment.ts";
import type { Register } from "./register.ts";

const piece = (address: string): Equipment => ({ address, registers: [] });
const gauge = (register: string, name: string, unit: string): Register => ({
  register,
  name,
  unit,
  kind: "gauge",
  access: "r",
});

test("the catalogue completes the site's own registers that a logger leaves incomplete", () => {
  const bare: Register = { register: "0100", kind: "gauge", access: "r" };
  expect(describeRegister(piece("FFFF00"), bare)).toMatchObject({
    address: "FFFF000100",
    name: "solarPower",
    unit: "W",
  });
});

test("the same register number on a device is the device's own", () => {
  const bare: Register = { register: "0100", kind: "gauge", access: "r" };
  expect(describeRegister(piece("003311"), bare)).toMatchObject({ name: null, unit: "" });
});

test("a frequency belongs to the voltage of the same line, of the first phase where there are several", () => {
  const inverter = piece("003311");
  const registers = [
    gauge("0001", "acInputFrequency", "Hz"),
    gauge("0002", "acInputVoltage", "V"),
    gauge("0003", "acOutputVoltage", "V"),
    gauge("0004", "gridFrequency", "Hz"),
    gauge("0005", "gridVoltageU", "V"),
    gauge("0006", "Frequency", "Hz"),
    gauge("0007", "acInputPower", "W"),
  ].map((register) => describeRegister(inverter, register));
  const beside = registers.map((register) => voltageBeside(register, registers)?.register);
  expect(beside).toEqual(["0002", undefined, undefined, "0005", undefined, undefined, undefined]);
});
