import { expect, test } from "vitest";
import type { PhaseCurves } from "#domain/devices/phase-curves.ts";
import { changeChoice, findChosen, nameOfCurves } from "./phase-choice.ts";

const curves = (
  [
    ["load", "power", "FFFF00"],
    ["load", "voltage", "FFFF00"],
    ["load", "voltage", "003311"],
    ["load", "current", "003311"],
    ["acInput", "power", "FFFF00"],
    ["acInput", "power", "003311"],
    ["acInput", "current", "003311"],
    ["battery", "soc", "FFFF00"],
  ] as const
).map(([part, quantity, equipment]): PhaseCurves => ({ part, quantity, equipment, lines: [] }));
const find = (name: string | null) => findChosen(curves, name) as PhaseCurves;
const change = (name: string, wanted: Parameters<typeof changeChoice>[2]) =>
  nameOfCurves(changeChoice(curves, find(name), wanted));

test("curves are found by their name in the address, and without one the first are chosen", () => {
  for (const one of curves) expect(findChosen(curves, nameOfCurves(one))).toBe(one);
  expect(find("load.voltage.003311").equipment).toBe("003311");
  for (const name of [null, "", "load.soc", "x"]) expect(find(name)).toBe(curves[0]);
  expect(findChosen([], "load.power")).toBeUndefined();
});

test("another part keeps quantity and equipment as far as it has them", () => {
  expect(change("load.current.003311", { part: "acInput" })).toBe("acInput.current.003311");
  expect(change("load.voltage.003311", { part: "acInput" })).toBe("acInput.power.003311");
  expect(change("load.power", { part: "battery" })).toBe("battery.soc");
});

test("another quantity keeps the part, and the equipment if that has it", () => {
  expect(change("load.power", { quantity: "current" })).toBe("load.current.003311");
  expect(change("acInput.current.003311", { quantity: "power" })).toBe("acInput.power.003311");
  expect(change("load.voltage", { equipment: "003311" })).toBe("load.voltage.003311");
});
