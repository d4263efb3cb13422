import { expect, test } from "vitest";
import { findLineVoltages, GRID_LINE } from "./line-voltages.ts";
import type { Register } from "./register.ts";

const gauge = (register: string, name: string, unit: string): Register => ({
  register,
  name,
  unit,
  kind: "gauge",
  access: "r",
});

/** Returns the voltages of each frequency of one piece of equipment, by the numbers of the registers. */
function voltagesBeside(registers: Register[]): Record<string, string[]> {
  const { voltagesOf } = findLineVoltages([{ address: "003311", registers }]);
  return Object.fromEntries(
    [...voltagesOf]
      .filter(([address]) => address.startsWith("003311"))
      .map(([address, own]) => [address.slice(6), own.map((voltage) => voltage.slice(6))]),
  );
}

test("a frequency belongs to the voltages of the same line, of all phases", () => {
  const found = voltagesBeside([
    gauge("0001", "acInputFrequency", "Hz"),
    gauge("0002", "acInputVoltage", "V"),
    gauge("0003", "acOutputVoltage", "V"),
    gauge("0004", "Grid frequency", "Hz"),
    gauge("0005", "Grid voltage W", "V"),
    gauge("0006", "Grid  Voltage U", ""),
    gauge("0007", "Frequency", "Hz"),
    gauge("0008", "acInputPower", "W"),
  ]);
  expect(found).toEqual({ "0001": ["0002"], "0004": ["0006", "0005"] });
});

test("two frequencies of one name have the voltage of that name, which names both", () => {
  const registers = [
    gauge("0001", "AC input frequency", "Hz"),
    gauge("0002", "AC input frequency", "Hz"),
    gauge("0003", "AC input voltage", "V"),
  ];
  const { frequenciesOf } = findLineVoltages([{ address: "003311", registers }]);
  expect(frequenciesOf.get("0033110003")).toEqual(["0033110001", "0033110002"]);
});

test("a setting is valid without a voltage, and neither a set voltage nor one in kV decides", () => {
  const set = { kind: "setting", access: "rw" } as const;
  const found = voltagesBeside([
    { ...gauge("0001", "AC input frequency", "Hz"), ...set },
    gauge("0002", "AC input voltage", "V"),
    gauge("0003", "AC output frequency", "Hz"),
    { ...gauge("0004", "AC output voltage", "V"), ...set },
    gauge("0005", "Grid frequency", "Hz"),
    gauge("0006", "Grid voltage", "kV"),
  ]);
  expect(found).toEqual({});
});

test("the grid has the voltages of the contract, whatever a logger calls its registers", () => {
  const registers = [gauge("011C", "line frequency", "Hz"), gauge("0500", "line voltage", "V")];
  const found = findLineVoltages([{ address: "FFFF00", registers }]);
  expect(found).toBe(GRID_LINE);
  expect(found.voltagesOf.get("FFFF00011C")).toEqual(["FFFF000118", "FFFF000119", "FFFF00011A"]);
  expect(found.frequenciesOf.get("FFFF00011A")).toEqual(["FFFF00011C"]);
});
