import { expect, test } from "vitest";
import { compareEquipment, REMOVED_AFTER_MS } from "./missing-equipment.ts";

const T = Date.UTC(2026, 0, 1);
const NONE = new Map<string, number>();

test("equipment that a new tree does not list is missing", () => {
  expect(compareEquipment(["FFFF00", "003311", "006D11"], ["FFFF00", "003311"], NONE, T)).toEqual({
    started: ["006D11"],
    ended: [],
  });
});

test("equipment that is missing already is not reported again, and ends when it is back", () => {
  const missing = new Map([["006D11", T - 1]]);
  expect(compareEquipment(["003311"], ["003311"], missing, T)).toEqual({ started: [], ended: [] });
  expect(compareEquipment(["003311"], ["003311", "006D11"], missing, T)).toEqual({
    started: [],
    ended: [{ address: "006D11", reason: "recovered" }],
  });
});

test("equipment that has been missing for 30 days was removed", () => {
  const missing = new Map([["006D11", T - REMOVED_AFTER_MS]]);
  expect(compareEquipment(["003311"], ["003311"], missing, T).ended).toEqual([
    { address: "006D11", reason: "equipment removed" },
  ]);
});

test("a logger that has not found its equipment yet misses none, and neither does a new site", () => {
  expect(compareEquipment(["FFFF00", "003311"], ["FFFF00"], NONE, T).started).toEqual([]);
  expect(compareEquipment(["FFFF00", "003311"], [], NONE, T).started).toEqual([]);
  expect(compareEquipment([], ["003311"], NONE, T).started).toEqual([]);
});
