import { expect, test } from "vitest";
import { CABINET_REGISTERS } from "#domain/registers/catalogue/cabinet.ts";
import { listFactorySettings } from "#domain/registers/catalogue/factory-settings.ts";
import type { Setting } from "../setting.ts";
import { type Draft, typeInto } from "../setting-draft.ts";
import {
  derivedPoints,
  findPointProblem,
  listPoints,
  type PointName,
  scaleOf,
  stepPoint,
} from "./cabinet-points.ts";

const CABINET = "007711";
const SETTINGS: Setting[] = listFactorySettings({ address: CABINET }).map(
  ({ described: { register, name = null, kind, access }, initial }) => {
    const { min, max, step, precision } = CABINET_REGISTERS[register] ?? {};
    return {
      ...{ address: CABINET + register, register, kind, access, name, unit: "°C" },
      ...{ limits: { min, max, step, precision }, endurance: 1, value: initial, at: null },
      ...{ writes: 0, writesToday: 0, drift: null, isDriftIgnored: false },
    };
  },
);

function draftOf(values: Record<string, number>): Draft {
  return Object.entries(values).reduce<Draft>((draft, [name, value]) => {
    const setting = SETTINGS.find((one) => one.name === name);
    return setting === undefined ? draft : typeInto(draft, setting, String(value));
  }, {});
}

function pointsOf(values: Record<string, number> = {}) {
  return listPoints(SETTINGS, draftOf(values));
}

function pointOf(name: PointName, values: Record<string, number> = {}) {
  const found = pointsOf(values).find((point) => point.name === name);
  if (found === undefined) throw new Error(`no point ${name}`);
  return found;
}

test("cooling starts at its stop plus the difference, and heating stops at its start plus the difference", () => {
  const values = Object.fromEntries(pointsOf().map(({ name, value }) => [name, value]));
  expect(values).toEqual({
    ...{ highWarning: 45, coolingStart: 30, coolingStop: 24, fanStart: 30 },
    ...{ heatingStop: 8, heatingStart: 5, lowWarning: -10 },
  });
  expect(derivedPoints(pointsOf())).toEqual({ cooling: 30, heating: 8 });
  expect(pointOf("coolingStart", { coolingStop: 20 }).value).toBe(26);
  expect(pointOf("heatingStop", { heatingDifference: 6 }).value).toBe(11);
});

test("a step moves a point by changing its setting, up to the end of the setting's range", () => {
  expect(stepPoint(pointOf("coolingStop"), 1)).toBe("25");
  expect(stepPoint(pointOf("coolingStart"), 1)).toBe("7");
  expect(pointOf("coolingStart").setting.name).toBe("coolingDifference");
  expect(stepPoint(pointOf("heatingStop"), -1)).toBe("2");
  expect(stepPoint(pointOf("coolingStop", { coolingStop: 35 }), 1)).toBeNull();
  expect(stepPoint(pointOf("coolingStart", { coolingDifference: 1 }), -1)).toBeNull();
});

test("points that the device would refuse are named: heating against cooling, and cooling above the warning", () => {
  expect(findPointProblem(pointsOf())).toBeNull();
  expect(findPointProblem(pointsOf({ heatingStart: 20, heatingDifference: 10 }))).toBe("conflict");
  expect(findPointProblem(pointsOf({ heatingStart: 20, heatingDifference: 4 }))).toBeNull();
  expect(findPointProblem(pointsOf({ coolingStop: 35, coolingDifference: 10 }))).toBe("tooWarm");
  expect(findPointProblem(pointsOf({ coolingStop: 35, coolingDifference: 9 }))).toBeNull();
});

test("points of settings that the cabinet does not have are left out", () => {
  const few = SETTINGS.filter(({ name }) => name === "coolingStop" || name === "coolingDifference");
  expect(listPoints(few, {}).map(({ name }) => name)).toEqual(["coolingStart", "coolingStop"]);
  expect(listPoints([], {})).toEqual([]);
  expect(derivedPoints([])).toBeNull();
});

test("the scale shows all points and the measured temperature", () => {
  expect(scaleOf([-10, 45, 27.3])).toEqual({ min: -15, max: 50 });
  expect(scaleOf([24])).toEqual({ min: 20, max: 30 });
});
