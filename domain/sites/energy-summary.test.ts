import { expect, test } from "vitest";
import {
  DEFAULT_REDUCE_SCALE,
  formatEnergy,
  formatMass,
  formatTrees,
  readReduceScale,
  summarizeEnergy,
} from "./energy-summary.ts";

const energyOf = (wattHours: number) => Object.values(formatEnergy(wattHours, "en")).join(" ");

test("energy is shown in Wh up to a thousand, then in kWh, MWh and GWh with one decimal", () => {
  expect(
    [0, 999.6, 1_000, 1_001, 12_345, 1_000_000, 1_000_001, 1e9, 1_234_567_890, 144_092_328_960].map(
      energyOf,
    ),
  ).toEqual([
    "0 Wh",
    "1,000 Wh",
    "1,000 Wh",
    "1.0 kWh",
    "12.3 kWh",
    "1,000.0 kWh",
    "1.0 MWh",
    "1,000.0 MWh",
    "1.2 GWh",
    "144.1 GWh",
  ]);
  expect(energyOf(9e12)).toBe("9,000.0 GWh");
});

test("numbers are written as the language writes them", () => {
  expect(formatEnergy(12_345, "de")).toEqual({ number: "12,3", unit: "kWh" });
  expect(formatEnergy(12_345, "ar")).toEqual({ number: "12.3", unit: "kWh" });
});

test("masses are shown in kg below a thousand, then in tonnes", () => {
  const masses = [0, 0.26, 999.94, 999.95, 1_000, 143_660_051].map((kg) => formatMass(kg, "en"));
  expect(masses.map(({ number, unit }) => `${number} ${unit}`)).toEqual([
    "0.0 kg",
    "0.3 kg",
    "999.9 kg",
    "1.0 t",
    "1.0 t",
    "143,660.1 t",
  ]);
});

test("CO2 goes by the site's solar scale, coal by a fixed factor, trees by the CO2", () => {
  expect(summarizeEnergy(1_800_000, DEFAULT_REDUCE_SCALE)).toEqual({
    co2: expect.closeTo(1_794.6),
    coal: expect.closeTo(727.2),
    trees: expect.closeTo(0.997),
  });
  expect(summarizeEnergy(1_000, 2)).toEqual({
    co2: 2,
    coal: expect.closeTo(0.404),
    trees: expect.closeTo(2 / 1_800),
  });
  expect(summarizeEnergy(0, 0.5)).toEqual({ co2: 0, coal: 0, trees: 0 });
});

test("small numbers of trees are shown in tenths", () => {
  expect([0, 0.04, 3.1234, 9.9, 10.2, 79_811.4].map((trees) => formatTrees(trees, "en"))).toEqual([
    "0.0",
    "0.0",
    "3.1",
    "9.9",
    "10",
    "79,811",
  ]);
});

test.each([
  ["", "solar_scale_error"],
  ["  ", "solar_scale_error"],
  ["-0.1", "solar_scale_error_type"],
  ["99.01", "solar_scale_error_type"],
  ["100", "solar_scale_error_type"],
  ["much", "solar_scale_error_type"],
  ["1e1", "solar_scale_error_type"],
  ["0x10", "solar_scale_error_type"],
  [".", "solar_scale_error_type"],
  ["Infinity", "solar_scale_error_type"],
])("%o is no solar scale: %s", (text, error) => {
  expect(readReduceScale(text)).toEqual({ error });
});

test.each([
  ["0", 0],
  ["99", 99],
  [" 0.997 ", 0.997],
  ["0,5", 0.5],
  [".5", 0.5],
])("%o is the solar scale %f", (text, value) => {
  expect(readReduceScale(text)).toEqual({ value });
});
