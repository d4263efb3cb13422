import { expect, test } from "vitest";
import { describeRegister } from "./describe-register.ts";
import { describeSetting } from "./describe-setting.ts";
import type { Equipment } from "./equipment.ts";
import type { Register } from "./register.ts";

const piece = (address: string): Equipment => ({ address, registers: [] });

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

test("the catalogue's meaning takes precedence, and the limits of both apply", () => {
  const own = {
    min: 0,
    max: 5,
    options: { 0: "no", 1: "yes", 2: "maybe" },
    danger: "reset",
  } as const;
  const bare: Register = { register: "0400", kind: "enum", access: "rw", ...own };
  expect(describeSetting(piece("FFFF00"), bare)).toMatchObject({
    name: "invertersOn",
    isKnown: true,
    limits: { min: 0, max: 1, step: 1, options: ["0", "1"] },
  });
  expect(describeSetting(piece("003311"), { ...bare, register: "FFF0" })).toMatchObject({
    isKnown: false,
    danger: "reset",
    limits: { max: 5, options: ["0", "1", "2"] },
  });
});

test("a setting of a device has the catalogue's name, section and limits", () => {
  const own: Register = { register: "0050", kind: "setting", access: "rw", min: 230, max: 250 };
  expect(describeSetting(piece("003314"), own)).toMatchObject({
    name: "acInputHighCutoff",
    unit: "V",
    section: "ac input",
    danger: "grid",
    limits: { min: 240, max: 250, step: 1, precision: 0 },
    isKnown: true,
  });
});

test("a register of another kind or unit is not the catalogue's", () => {
  const gaugeOf = (unit: string): Register => ({
    register: "0100",
    kind: "gauge",
    access: "r",
    unit,
  });
  expect(describeRegister(piece("FFFF00"), gaugeOf("W")).name).toBe("solarPower");
  expect(describeRegister(piece("FFFF00"), gaugeOf("V")).name).toBeNull();
  const text: Register = { register: "0100", kind: "text", access: "r" };
  expect(describeRegister(piece("FFFF00"), text).name).toBeNull();
});
