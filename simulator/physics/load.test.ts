import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { toLocalTime } from "../local-time.ts";
import { loadShapeName } from "../plant-profile.ts";
import { Load } from "./load.ts";

const MONDAY = Date.UTC(2026, 10, 16);

function energyOf(load: Load, from: number, hours: number, air = 18): number {
  let wh = 0;
  for (let at = from; at < from + hours * HOUR_MS; at += 20_000)
    wh += (load.powerAt(at, toLocalTime(at, "UTC"), air) * 20) / 3_600;
  return wh;
}

test.each(loadShapeName.options)(
  "a week of the %s shape comes to about its daily energy",
  (shape) => {
    const load = new Load({ shape, dailyWh: 20_000 }, 3);
    const perDay = energyOf(load, MONDAY, 24 * 7) / 7;
    expect(perDay).toBeGreaterThan(20_000 * 0.6);
    expect(perDay).toBeLessThan(20_000 * 1.3);
  },
);

test("a workshop rests at the weekend and a cabin does not", () => {
  const ratio = (shape: "workshop" | "cabin") => {
    const load = new Load({ shape, dailyWh: 20_000 }, 3);
    return energyOf(load, MONDAY + 5 * 24 * HOUR_MS, 24) / energyOf(load, MONDAY, 24);
  };
  expect(ratio("workshop")).toBeLessThan(0.6);
  expect(ratio("cabin")).toBeGreaterThan(1);
});

test("cold raises a house's load, heat an office's", () => {
  const house = new Load({ shape: "familyHouse", dailyWh: 12_000 }, 3);
  expect(energyOf(house, MONDAY, 24, -5)).toBeGreaterThan(1.1 * energyOf(house, MONDAY, 24, 18));
  const office = new Load({ shape: "office", dailyWh: 12_000 }, 3);
  expect(energyOf(office, MONDAY, 24, 35)).toBeGreaterThan(1.1 * energyOf(office, MONDAY, 24, 18));
});

test("appliances make steps, and the same seed makes the same ones", () => {
  const watts = (seed: number) => {
    const load = new Load({ shape: "familyHouse", dailyWh: 12_000 }, seed);
    return Array.from({ length: 24 * 60 }, (_, minute) => {
      const at = MONDAY + minute * MINUTE_MS;
      return load.powerAt(at, toLocalTime(at, "UTC"), 18);
    });
  };
  const one = watts(5);
  expect(watts(5)).toEqual(one);
  expect(watts(6)).not.toEqual(one);
  expect(
    Math.max(...one.slice(1).map((power, index) => power - (one[index] ?? 0))),
  ).toBeGreaterThan(1_000);
});
