import { expect, test } from "vitest";
import { confirmationsOf } from "./confirmations.ts";

const item = (name: string, from: number, value: number, danger?: "grid" | "power" | "reset") => ({
  name,
  danger,
  from,
  value,
});

test("feeding the grid is confirmed where it becomes allowed, and not where it ends", () => {
  expect(confirmationsOf([item("gridExport", 0, 1, "grid")])).toEqual(["grid regulations"]);
  expect(confirmationsOf([item("gridExport", 1, 0, "grid")])).toEqual([]);
  expect(confirmationsOf([item("gridExport", 1, 1, "grid")])).toEqual([]);
  expect(confirmationsOf([item("exportExcessSolar", 0, 1, "grid")])).toEqual(["grid regulations"]);
});

test("resets and interruptions of the supply are confirmed once each", () => {
  expect(
    confirmationsOf([
      item("resetBatterySettings", 0, 1, "reset"),
      item("resetAllSettings", 0, 1, "reset"),
      item("ratedVoltage", 230, 240, "power"),
      item("parallelMode", 0, 1, "power"),
      item("batteryReserve", 20, 30),
    ]),
  ).toEqual([
    "reset of the battery settings",
    "reset of all settings",
    "possible interruption of the supply",
  ]);
});
