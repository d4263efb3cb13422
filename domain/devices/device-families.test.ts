import { expect, test } from "vitest";
import {
  deviceFamilyOf,
  hasLoadCharts,
  hasTwoOutputPhases,
  isBrandVariant,
  showsGeneratorRunTime,
} from "./device-families.ts";
import { equipmentTypeOf } from "./equipment-types.ts";

test.each([
  ["10001", "K1"],
  ["10002", "E4"],
  ["1000B", "E4"],
  ["1000b", "E4"],
  ["10003", "E7"],
  ["10008", "E7"],
  ["10009", "E7"],
  ["1000A", "E7"],
  ["10004", "K2"],
  ["10005", "K2"],
  ["10006", "EtherLink"],
  ["10007", "EtherLink"],
  ["1000801", "E7"],
  ["1000612", "EtherLink"],
] as const)("system type %s is of family %s", (code, family) => {
  expect(deviceFamilyOf(code)).toBe(family);
});

test.each(["", "1000", "10010", "10001000", "constructor", "__proto__"])(
  "system type %j is of no family",
  (code) => {
    expect(deviceFamilyOf(code)).toBeNull();
  },
);

test("only 13, 19 and 261 have two output phases", () => {
  expect([1, 3, 13, 19, 261, 262].filter(hasTwoOutputPhases)).toEqual([13, 19, 261]);
});

test("only 3, 5 and 10 are the brand variant", () => {
  expect([1, 3, 5, 10, 13].filter(isBrandVariant)).toEqual([3, 5, 10]);
});

test("generator run time is hidden for system code 1 alone", () => {
  expect([null, 1, 5].map(showsGeneratorRunTime)).toEqual([true, false, true]);
});

test("10008 with two more characters has the extra load charts", () => {
  expect(["10008", "1000801", "1000701"].map(hasLoadCharts)).toEqual([false, true, false]);
});

test("equipment types are recognised by their code, and unknown ones are other", () => {
  expect(["0033", "0032", "FFFF", "800D", "006B", "004E"].map(equipmentTypeOf)).toEqual([
    ...["inverter", "solarCharger", "site", "generator", "dataLogger", "display"],
  ]);
  expect(["004F", "toString"].map(equipmentTypeOf)).toEqual(["other", "other"]);
});
