import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { anyDay, anyPlace, anyProfile, house, siteReader } from "../../tests/support/any-plant.ts";
import type { SimulatedPlantProfile } from "../plant-profile.ts";
import { addressOf } from "./device-address.ts";
import { PLANT_CONDITION_KINDS } from "./plant-condition.ts";
import { SimulatedPlant } from "./simulated-plant.ts";

const NOON = Date.UTC(2026, 6, 1, 11);
const somewhere = { latitude: 40, longitude: -4, altitude: 600, timeZone: "Europe/Madrid" };
const cabinet: SimulatedPlantProfile = {
  ...house,
  inverter: { ...house.inverter, typeCode: "008E", ratedW: 30_000, units: 3, phases: 3 },
  battery: house.battery && {
    ...house.battery,
    typeCode: "008C",
    capacityWh: 200_000,
    maxChargeW: 80_000,
    maxDischargeW: 80_000,
    racks: 4,
  },
  solar: [{ coupling: "dc", peakW: 60_000, tilt: 20, azimuth: 180 }],
  generator: { model: "Test", ratedW: 50_000, startSoc: 0.3, stopSoc: 0.6 },
  load: { shape: "office", dailyWh: 500_000, criticalShare: 0.5 },
  cabinet: "Test cabinet",
};

/** Site registers of a total and of its phases. */
const PHASED = ["0100", "0110", "0120", "0140"] as const;
const phasesOf = (total: string) =>
  [1, 2, 3].map((phase) =>
    (Number.parseInt(total, 16) + phase).toString(16).toUpperCase().padStart(4, "0"),
  );

function reader(plant: SimulatedPlant) {
  const places = new Map(plant.columns.map((address, index) => [address, index]));
  return (values: readonly unknown[], address: string) =>
    Number(values[places.get(address) ?? -1] ?? Number.NaN);
}

test("phases, parallel units and racks of any site sum to its totals", () => {
  fc.assert(
    fc.property(anyProfile, anyPlace, anyDay, fc.nat(), (profile, place, day, seed) => {
      const plant = new SimulatedPlant(profile, place, seed, day);
      const site = siteReader(plant);
      const read = reader(plant);
      const { inverter, battery } = profile;
      for (const { values } of plant.sample(day + DAY_MS, 900_000)) {
        for (const total of PHASED) {
          const sum = phasesOf(total).reduce((all, phase) => all + site(values, phase), 0);
          expect(Math.abs(sum - site(values, total))).toBeLessThanOrEqual(0.021);
        }
        const add = (typeCode: string, count: number, register: string) =>
          Array.from({ length: count }, (_, nth) =>
            read(values, addressOf(typeCode, nth) + register),
          ).reduce((all, power) => all + power, 0);
        const inverters = add(inverter.typeCode, inverter.units, "0115");
        expect(Math.abs(inverters - site(values, "0150"))).toBeLessThanOrEqual(0.2);
        if (battery === null) continue;
        const racks = add(battery.typeCode, battery.racks, "0103");
        expect(Math.abs(racks - site(values, "0130"))).toBeLessThanOrEqual(0.2);
      }
    }),
    { numRuns: 40, endOnFailure: true },
  );
});

test("a site sends the registers of the phases that it has and of no other", () => {
  const registersOf = (phases: 1 | 2 | 3) => {
    const profile = { ...cabinet, inverter: { ...cabinet.inverter, phases } };
    const [site] = new SimulatedPlant(profile, somewhere, 1, NOON).equipment;
    return new Set(site?.registers.map(({ register }) => register));
  };
  const groups = [...PHASED.map(phasesOf), ["0118", "0119", "011A"], ["0128", "0129", "012A"]];
  for (const phases of [1, 2, 3] as const) {
    const registers = registersOf(phases);
    for (const group of groups)
      expect(group.map((register) => registers.has(register))).toEqual(
        [1, 2, 3].map((phase) => phase <= phases),
      );
  }
});

test("counters of any plant never decrease under any condition", () => {
  const step = fc.record({
    minutes: fc.integer({ min: 1, max: 90 }),
    kind: fc.constantFrom(...PLANT_CONDITION_KINDS),
    lifts: fc.boolean(),
    on: fc.boolean(),
  });
  fc.assert(
    fc.property(
      anyProfile,
      anyPlace,
      anyDay,
      fc.nat(),
      fc.array(step, { minLength: 4, maxLength: 12 }),
      (profile, place, day, seed, steps) => {
        const plant = new SimulatedPlant(profile, place, seed, day);
        const site = siteReader(plant);
        const places = plant.equipment.flatMap(({ address, registers }) =>
          registers.flatMap(({ kind, register, rollover }) =>
            kind === "counter" && rollover === undefined
              ? [plant.columns.indexOf(address + register)]
              : [],
          ),
        );
        let before = places.map(() => 0);
        let at = day;
        for (const { minutes, kind, lifts, on } of steps) {
          if (lifts) plant.lift(kind);
          else plant.impose({ kind });
          plant.write(`${addressOf(profile.inverter.typeCode, 1)}0010`, on ? 1 : 0);
          at += minutes * MINUTE_MS;
          for (const { values } of plant.sample(at, MINUTE_MS)) {
            const now = places.map((index) => Number(values[index]));
            const fallen = now.findIndex((value, index) => value < (before[index] ?? 0));
            expect(plant.columns[places[fallen] ?? -1]).toBeUndefined();
            before = now;
            const flows = ["0100", "0110", "0140", "0120", "0130", "0160"].map((register) =>
              site(values, register),
            ) as [number, number, number, number, number, number];
            const [solar, grid, generator, load, battery, losses] = flows;
            const error = Math.abs(solar + grid + generator - load - battery - losses);
            expect(error).toBeLessThanOrEqual(0.005 * Math.max(...flows.map(Math.abs)) + 0.05);
          }
        }
      },
    ),
    { numRuns: 20, endOnFailure: true },
  );
});

test("units in parallel carry nearly the same, and one that is off leaves it to the others", () => {
  const plant = new SimulatedPlant(cabinet, somewhere, 3, NOON);
  const read = reader(plant);
  const powers = () => {
    const [{ values } = { values: [] }] = plant.sample(at, 10_000).slice(-1);
    return [0, 1, 2].map((unit) => read(values, `${addressOf("008E", unit)}0115`));
  };
  let at = NOON + MINUTE_MS;
  const together = powers();
  const mean = together.reduce((sum, power) => sum + power, 0) / 3;
  expect(new Set(together).size).toBe(3);
  for (const power of together) expect(Math.abs(power / mean - 1)).toBeLessThan(0.05);
  expect(plant.write("008E120010", 0)).toBe(true);
  at += MINUTE_MS;
  const [first = 0, second, third = 0] = powers();
  expect(second).toBe(0);
  expect(first).toBeGreaterThan(mean * 1.2);
  expect(Math.abs(first / third - 1)).toBeLessThan(0.07);
  const statuses = new Map(plant.statuses().map(({ address, status }) => [address, status]));
  expect(statuses.get("008E12")).toBe("off");
  expect(statuses.get("008E11")).toBe("invert");
  expect(plant.read("FFFF000170")).toBe("normal");
});

test("a cabinet has its inverters, racks with the words of a BMS, meters, generator and sensors", () => {
  const plant = new SimulatedPlant(cabinet, somewhere, 3, NOON);
  expect(plant.equipment.map(({ alias }) => alias)).toEqual([
    undefined,
    ...[1, 2, 3].map((unit) => `Test 5K no. ${unit}`),
    "Solar charger",
    ...[1, 2, 3, 4].map((rack) => `Rack ${rack}`),
    "Generator",
    "Grid meter",
    "Load meter",
    "Cabinet",
  ]);
  const words = new Set<string>();
  const note = () => {
    for (const { address, status } of plant.statuses())
      if (address.startsWith("008C")) words.add(status);
  };
  for (let at = NOON; at < NOON + DAY_MS; at += 600_000) {
    plant.skip(at);
    note();
  }
  plant.write("FFFF000400", 0);
  plant.skip(NOON + 1.5 * DAY_MS);
  note();
  expect([...words].sort()).toEqual(expect.arrayContaining(["charging", "discharge", "ready"]));
  const charges = [0, 1, 2, 3].map((rack) => Number(plant.read(`${addressOf("008C", rack)}0104`)));
  expect(Math.max(...charges) - Math.min(...charges)).toBeLessThan(8);
});
