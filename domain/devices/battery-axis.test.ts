import { expect, test } from "vitest";
import { batteryAxisOf, type DescribedPiece } from "./battery-axis.ts";

const TYPES = { 0: "GEL/OPzV", 1: "AGM", 5: "Customized", 7: "Pylon US2000" };

const site = (...registers: string[]): DescribedPiece => ({
  address: "FFFF00",
  registers: registers.map((register) => ({ register })),
});
const battery = (model: string, code = "008B"): DescribedPiece => ({
  address: `${code}01`,
  model,
  registers: [{ register: "0020", name: "Battery type", options: TYPES }],
});
const axis = (tree: DescribedPiece[], type?: number | string) =>
  batteryAxisOf(tree, (address) => (address.endsWith("0020") ? type : undefined));

const whole = site("0131", "0134");

test("a site without battery registers has no axis; one with a voltage only has volts", () => {
  expect(axis([site("0100")])).toBeNull();
  expect(axis([site("0131"), battery("Lithium module LFP-51")])).toBe("volts");
});

test.each([
  ["Lithium module LFP-51", 5, "percent"],
  ["Battery rack 54 kWh", 5, "percent"],
  ["Battery rack", 7, "percent"],
  ["Rack", "LiFePO4", "percent"],
  ["OPzV bank 24 V", 5, "volts"],
  ["Bank", 0, "volts"],
  ["Bank", 1, "volts"],
  ["Bank", "Lead-Carbon", "volts"],
  ["Bank", undefined, "percent"],
] as const)("%s of type %s is shown in %s", (model, type, shown) => {
  expect(axis([whole, battery(model)], type)).toBe(shown);
});

test("a counting monitor knows the charge of lead, too", () => {
  const monitor = { address: "007701", model: "BM500", registers: [] };
  expect(axis([whole, battery("OPzV bank 24 V"), monitor], 0)).toBe("percent");
});

test("an inverter's own choice of the battery type counts, its model does not", () => {
  const inverter = { ...battery("Lead inverter", "0033"), address: "003311" };
  expect(axis([whole, inverter], 1)).toBe("volts");
  expect(axis([whole, inverter])).toBe("percent");
});

test("lead batteries with a charge but no voltage are shown in percent", () => {
  expect(axis([site("0134"), battery("OPzV bank 24 V")], 0)).toBe("percent");
});
