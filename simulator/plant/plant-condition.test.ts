import { expect, test } from "vitest";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { house, siteReader } from "../../tests/support/any-plant.ts";
import type { SimulatedPlantProfile } from "../plant-profile.ts";
import type { PlantCondition } from "./plant-condition.ts";
import { SimulatedPlant } from "./simulated-plant.ts";

const NOON = Date.UTC(2026, 6, 1, 11);
const somewhere = { latitude: 40, longitude: -4, altitude: 600, timeZone: "Europe/Madrid" };
const generator = { model: "Test", ratedW: 5_000, startSoc: 0.3, stopSoc: 0.7 };
const island: SimulatedPlantProfile = { ...house, grid: null, generator };
const pair: SimulatedPlantProfile = { ...house, inverter: { ...house.inverter, units: 2 } };

function setUp(profile: SimulatedPlantProfile, startAt = NOON) {
  const plant = new SimulatedPlant(profile, somewhere, 6, startAt);
  const read = siteReader(plant);
  let at = startAt;
  /** A site register in each sample of some minutes. */
  const pass = (minutes: number) => {
    at += minutes * MINUTE_MS;
    const samples = plant.sample(at, 5_000);
    return (register: string) => samples.map(({ values }) => read(values, register));
  };
  const statusOf = (address: string) =>
    plant.statuses().find((status) => status.address === address)?.status;
  const events = () => plant.events().map(({ address, eventNo }) => `${address}/${eventNo}`);
  pass(2);
  return { plant, pass, statusOf, events };
}

test("heavy clouds reduce solar power to an unsteady fraction", () => {
  const { plant, pass } = setUp({ ...house, climate: { ...house.climate, cloudiness: 0 } });
  const mean = (powers: number[]) => powers.reduce((sum, power) => sum + power, 0) / powers.length;
  const before = mean(pass(10)("0100"));
  expect(plant.impose({ kind: "cloudy" })).toBe(true);
  const clouded = pass(10)("0100");
  expect(mean(clouded)).toBeLessThan(0.7 * before);
  expect(Math.max(...clouded)).toBeGreaterThan(1.5 * Math.min(...clouded));
  expect(plant.lift("cloudy")).toBe(true);
  expect(plant.lift("cloudy")).toBe(false);
  expect(mean(pass(10)("0100"))).toBeGreaterThan(0.8 * before);
});

test("in an outage the battery and the sun carry the load, and the site says so", () => {
  const { plant, pass, events } = setUp(house);
  plant.impose({ kind: "grid-outage" });
  const during = pass(5);
  for (const register of ["0110", "0111", "0118", "011C"])
    expect(new Set(during(register))).toEqual(new Set([0]));
  for (const load of during("0120")) expect(load).toBeGreaterThan(50);
  for (const voltage of during("0128")) expect(voltage).toBeGreaterThan(200);
  expect(events()).toEqual(["003311/21"]);
  expect(plant.read("FFFF000170")).toBe("warning");
  plant.lift("grid-outage");
  for (const voltage of pass(1)("0118")) expect(voltage).toBeGreaterThan(200);
  expect(events()).toEqual([]);
});

test("a single inverter in fault leaves the load to the grid, and nothing flows through it", () => {
  const { plant, pass, statusOf, events } = setUp(house);
  plant.impose({ kind: "inverter-fault" });
  const during = pass(2);
  expect(new Set(during("0150"))).toEqual(new Set([0]));
  const load = during("0120");
  for (const [index, grid] of during("0110").entries())
    expect(grid / (load[index] ?? 0)).toBeCloseTo(1, 2);
  expect([statusOf("003311"), plant.read("FFFF000170")]).toEqual(["fault", "fault"]);
  expect(events()).toEqual(["003311/12"]);
  plant.lift("inverter-fault");
  pass(1);
  expect([statusOf("003311"), plant.read("FFFF000170")]).toEqual(["charge", "normal"]);
  expect(events()).toEqual([]);
});

test("a parallel unit in fault leaves its power to the other", () => {
  const { plant, pass, statusOf, events } = setUp(pair);
  expect(plant.impose({ kind: "inverter-fault", unit: 2 })).toBe(true);
  const during = pass(2);
  expect(Math.min(...during("0150").map(Math.abs))).toBeGreaterThan(50);
  expect(plant.read("0033120115")).toBe(0);
  expect(plant.read("0033110115")).toBeCloseTo(Number(plant.read("FFFF000150")), 0);
  expect([statusOf("003311"), statusOf("003312")]).toEqual(["charge", "fault"]);
  expect(events()).toEqual(["003312/12"]);
});

test("a low battery warns, and off the grid a generator starts, warms up and takes over", () => {
  const midnight = NOON + 12 * 60 * MINUTE_MS;
  const { plant, pass, statusOf, events } = setUp(island, midnight);
  const before = Number(plant.read("FFFF000134"));
  plant.impose({ kind: "battery-low" });
  pass(1.5);
  expect(Number(plant.read("FFFF000134"))).toBeLessThan(10);
  expect(events()).toContain("008B11/2");
  expect(statusOf("800D11")).toBe("running");
  expect(Math.min(...pass(2)("0140").slice(6))).toBeGreaterThan(100);
  plant.lift("battery-low");
  pass(2);
  expect(Number(plant.read("FFFF000134"))).toBeGreaterThan(before - 3);
  expect(events()).toEqual([]);
});

test("without a generator an empty battery puts an island in the dark", () => {
  const midnight = NOON + 12 * 60 * MINUTE_MS;
  const { plant, pass, statusOf, events } = setUp({ ...island, generator: null }, midnight);
  plant.impose({ kind: "battery-low" });
  pass(3);
  expect(plant.read("FFFF000120")).toBe(0);
  expect([statusOf("003311"), plant.read("FFFF000170")]).toEqual(["fault", "fault"]);
  expect(events()).toContain("003311/9");
});

test.each([
  ["no-fuel", 3],
  ["generator-failure", 4],
] as const)("%s stops a running generator until it is lifted", (kind, eventNo) => {
  const { plant, pass, statusOf, events } = setUp(island);
  plant.write("800D110010", 1);
  pass(3);
  expect(statusOf("800D11")).toBe("running");
  plant.impose({ kind });
  pass(1);
  expect(statusOf("800D11")).toBe("break off");
  expect(plant.read("FFFF000144")).toBe("break off");
  expect(plant.read("FFFF000140")).toBe(0);
  expect(Number(plant.read("800D110105")) === 0).toBe(kind === "no-fuel");
  expect(events()).toEqual([`800D11/${eventNo}`]);
  const runTime = plant.read("FFFF00020C");
  pass(2);
  expect(plant.read("FFFF00020C")).toBe(runTime);
  plant.lift(kind);
  pass(3);
  expect(statusOf("800D11")).toBe("running");
  expect(Number(plant.read("800D110105"))).toBeGreaterThan(10);
  expect(events()).toEqual([]);
});

test("conditions of missing equipment have no effect", () => {
  const bare = new SimulatedPlant({ ...house, grid: null, battery: null }, somewhere, 1, NOON);
  const impossible: PlantCondition[] = [
    { kind: "grid-outage" },
    { kind: "battery-low" },
    { kind: "generator-failure" },
    { kind: "no-fuel" },
    { kind: "inverter-fault", unit: 2 },
    { kind: "inverter-fault", unit: 0 },
  ];
  for (const condition of impossible) expect(bare.impose(condition)).toBe(false);
  expect(bare.impose({ kind: "inverter-fault", unit: 1 })).toBe(true);
});
