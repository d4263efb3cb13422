import { expect, test } from "vitest";
import { LOGGER_TYPE } from "./level-types.ts";
import { listLevels } from "./levels.ts";

const piece = (address: string, versions: Record<string, string>) => ({ address, versions });

test("versions of equal equipment are listed once, in an order that does not depend on the tree", () => {
  const inverter = piece("003311", { dsp: "5.02", hardware: "1.3" });
  const tree = [inverter, { ...inverter, address: "003312" }, piece("000101", { BMS: " 3.07 " })];
  const levels = listLevels({ logger: "1.8.0" }, tree);
  expect(levels).toEqual([
    ["0001", "bms", "3.07"],
    ["0033", "dsp", "5.02"],
    [LOGGER_TYPE, "logger", "1.8.0"],
  ]);
  expect(listLevels({ logger: "1.8.0" }, tree.toReversed())).toEqual(levels);
});

test("a logger that reports long texts or a hundred versions is cut", () => {
  const versions = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`part ${n}`, "1"]));
  expect(listLevels(versions, [])).toHaveLength(30);
  expect(listLevels({ dsp: "x".repeat(41), bms: "" }, [])).toEqual([]);
});

test("a type code of the logger takes precedence over the address", () => {
  expect(listLevels(undefined, [{ ...piece("800A11", { dsp: "1" }), typeCode: "0030" }])).toEqual([
    ["0030", "dsp", "1"],
  ]);
});
