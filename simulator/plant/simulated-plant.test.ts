import fc from "fast-check";
import { expect, test } from "vitest";
import { SITE_REGISTERS } from "#domain/registers/catalogue/site.ts";
import { checkSetting } from "#domain/registers/check-setting.ts";
import { equipmentTree } from "#domain/registers/equipment.ts";
import { DAY_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { anyDay, anyPlace, anyProfile, house, siteReader } from "../../tests/support/any-plant.ts";
import { type SimulatedPlantProfile, simulatedPlant } from "../plant-profile.ts";
import { SimulatedPlant } from "./simulated-plant.ts";

const somewhere = { latitude: 40, longitude: -4, altitude: 600, timeZone: "Europe/Madrid" };
const NOON = Date.UTC(2026, 6, 1, 11);

test("every sample of any site on any day balances within 0.5 % of its largest flow", () => {
  fc.assert(
    fc.property(
      anyProfile,
      anyPlace,
      anyDay,
      fc.nat(),
      fc.boolean(),
      (profile, place, day, seed, on) => {
        const plant = new SimulatedPlant(profile, place, seed, day);
        plant.write("FFFF000400", on ? 1 : 0);
        const read = siteReader(plant);
        for (const { values } of plant.sample(day + DAY_MS, 180_000)) {
          const [solar, grid, load, battery, generator, losses] = [
            "0100",
            "0110",
            "0120",
            "0130",
            "0140",
            "0160",
          ].map((register) => read(values, register)) as [
            number,
            number,
            number,
            number,
            number,
            number,
          ];
          const largest = Math.max(
            ...[solar, grid, load, battery, generator, losses].map(Math.abs),
          );
          const error = Math.abs(solar + grid + generator - load - battery - losses);
          expect(error).toBeLessThanOrEqual(0.005 * largest + 0.05);
          for (const power of [solar, load, generator, losses])
            expect(power).toBeGreaterThanOrEqual(0);
        }
      },
    ),
    { numRuns: 60, endOnFailure: true },
  );
});

const COUNTED: readonly [counter: string, power: string, sign: 1 | -1][] = [
  ["0200", "0100", 1],
  ["0201", "0110", 1],
  ["0202", "0110", -1],
  ["0203", "0120", 1],
  ["0204", "0130", 1],
  ["0205", "0130", -1],
  ["0206", "0140", 1],
];

test("over any day each energy counter grows by the integral of its power within 0.5 %", () => {
  fc.assert(
    fc.property(anyProfile, anyPlace, anyDay, fc.nat(), (profile, place, day, seed) => {
      const plant = new SimulatedPlant(profile, place, seed, day - MINUTE_MS);
      const read = siteReader(plant);
      plant.skip(day);
      const before = plant.latest()?.values ?? [];
      const integral = new Map<string, number>();
      let after = before;
      for (const { values } of plant.sample(day + DAY_MS, 30_000)) {
        for (const [counter, power, sign] of COUNTED)
          integral.set(
            counter,
            (integral.get(counter) ?? 0) + (Math.max(0, sign * read(values, power)) * 30) / 3_600,
          );
        after = values;
      }
      for (const [counter] of COUNTED) {
        const grown = read(after, counter) - read(before, counter);
        const expected = integral.get(counter) ?? 0;
        expect(Math.abs(grown - expected)).toBeLessThanOrEqual(0.005 * expected + 0.02);
      }
    }),
    { numRuns: 25, endOnFailure: true },
  );
});

test("the parts of the solar energy never exceed their total", () => {
  const plant = new SimulatedPlant(house, somewhere, 4, NOON);
  const read = siteReader(plant);
  const [first] = plant.sample(NOON + 10_000, 10_000);
  const last = plant.sample(NOON + DAY_MS, MINUTE_MS).at(-1);
  const grown = (register: string) =>
    read(last?.values ?? [], register) - read(first?.values ?? [], register);
  expect(grown("0207") + grown("0208") + grown("0209")).toBeLessThanOrEqual(grown("0200") + 1e-6);
  expect(grown("0208")).toBeGreaterThan(0);
});

test("counters never decrease, not even from sample to sample", () => {
  const plant = new SimulatedPlant(house, somewhere, 5, NOON);
  const counters = plant.equipment.flatMap(({ address, registers }) =>
    registers.flatMap(({ kind, register }) => (kind === "counter" ? [address + register] : [])),
  );
  const places = counters.map((address) => plant.columns.indexOf(address));
  expect(places.length).toBeGreaterThan(15);
  let before = places.map(() => 0);
  for (const { values } of plant.sample(NOON + DAY_MS, MINUTE_MS)) {
    const now = places.map((place) => Number(values[place]));
    now.forEach((value, index) => {
      expect(value).toBeGreaterThanOrEqual(before[index] ?? 0);
    });
    before = now;
  }
});

test("any site describes itself by the protocol's rules, with the site's registers as the catalogue has them", () => {
  fc.assert(
    fc.property(anyProfile, anyPlace, (profile, place) => {
      expect(simulatedPlant.safeParse(profile).success).toBe(true);
      const { equipment, columns } = new SimulatedPlant(profile, place, 1, NOON);
      expect(equipmentTree.safeParse(equipment).error).toBeUndefined();
      expect(new Set(columns).size).toBe(columns.length);
      for (const { register, kind, access } of equipment[0]?.registers ?? []) {
        const known = SITE_REGISTERS[register];
        expect([register, access, kind === "enum" ? "setting" : kind]).toEqual([
          register,
          known?.access,
          known?.kind,
        ]);
      }
    }),
    { numRuns: 50 },
  );
});

test("every setting starts within its own range, and the specification's ranges are kept", () => {
  const { equipment } = new SimulatedPlant(house, somewhere, 1, NOON);
  const plant = new SimulatedPlant(house, somewhere, 1, NOON);
  const held = plant.held();
  for (const { address, registers } of equipment)
    for (const { register, access } of registers)
      if (access === "rw")
        expect([
          address + register,
          checkSetting(equipment, address + register, held[address + register] ?? null),
        ]).toEqual([address + register, expect.objectContaining({ ok: true })]);
  const range = (address: string) => {
    const found = equipment
      .find((piece) => address.startsWith(piece.address))
      ?.registers.find(({ register }) => address.endsWith(register));
    return [found?.min, found?.max, found?.step];
  };
  expect(range("0033110047")).toEqual([50, 300, 1]);
  expect(range("0033110048")).toEqual([50, 5_000, 50]);
  expect(range("0033110050")).toEqual([240, 265, 1]);
  expect(range("0033110051")).toEqual([145, 200, 1]);
  expect(range("001A110057")).toEqual([0, 2, 0.1]);
});

test("inverters switched off leave the load to the grid and stop the PV inverter", () => {
  const plant = new SimulatedPlant(house, somewhere, 6, NOON);
  const read = siteReader(plant);
  const [before] = plant.sample(NOON + 10_000, 10_000);
  expect(read(before?.values ?? [], "0105")).toBeGreaterThan(100);
  expect(plant.write("FFFF000400", 0)).toBe(true);
  const [after] = plant.sample(NOON + 20_000, 10_000);
  expect(read(after?.values ?? [], "0105")).toBe(0);
  expect(read(after?.values ?? [], "0110")).toBeCloseTo(read(after?.values ?? [], "0120"), -1);
  expect(plant.read("FFFF000170")).toBe("off");
  expect(plant.read("FFFF000400")).toBe(0);
  expect(plant.statuses()).toContainEqual({ address: "003311", status: "bypass" });
});

test("a setting marked so can be changed only while the inverters are off", () => {
  const plant = new SimulatedPlant(house, somewhere, 6, NOON);
  expect(plant.write("0033110047", 200)).toBe(false);
  plant.write("FFFF000400", 0);
  expect(plant.write("0033110047", 200)).toBe(true);
  expect(plant.read("0033110047")).toBe(200);
});

test("the feed-in limit, the PV limit and the working mode have their effect", () => {
  const full = { ...house, battery: null };
  const limited = new SimulatedPlant(full, somewhere, 6, NOON);
  limited.write("0033110048", 500);
  const read = siteReader(limited);
  for (const { values } of limited.sample(NOON + 600_000, 10_000))
    expect(read(values, "0110")).toBeGreaterThanOrEqual(-501);
  const off = new SimulatedPlant(house, somewhere, 6, NOON);
  off.write("00FF110030", 0);
  expect(siteReader(off)(off.sample(NOON + 10_000, 10_000)[0]?.values ?? [], "0105")).toBe(0);
  const night = NOON + DAY_MS / 2;
  const gridFirst = new SimulatedPlant(house, somewhere, 6, night);
  gridFirst.write("0033110021", 2);
  const values = gridFirst.sample(night + 10_000, 10_000)[0]?.values ?? [];
  expect(siteReader(gridFirst)(values, "0130")).toBeGreaterThanOrEqual(0);
});

test("a generator starts on command and runs at least its minimum time", () => {
  const island: SimulatedPlantProfile = {
    ...house,
    grid: null,
    generator: { model: "Test", ratedW: 5_000, startSoc: 0.3, stopSoc: 0.7 },
  };
  const plant = new SimulatedPlant(island, somewhere, 6, NOON);
  const status = () => plant.statuses().find(({ address }) => address === "800D11")?.status;
  plant.skip(NOON + 10_000);
  expect(status()).toBe("not running");
  plant.write("800D110010", 1);
  plant.skip(NOON + 20_000);
  expect(status()).toBe("running");
  expect(plant.read("FFFF000144")).toBe("running");
  plant.write("800D110010", 0);
  plant.skip(NOON + MINUTE_MS);
  expect(status()).toBe("running");
  plant.skip(NOON + 700_000);
  expect(status()).toBe("not running");
});

test("the same seed makes the same plant, and a snapshot goes on where it was taken", () => {
  const make = () => new SimulatedPlant(house, somewhere, 8, NOON);
  const one = make();
  const other = make();
  expect(one.sample(NOON + MINUTE_MS, 1_000)).toEqual(other.sample(NOON + MINUTE_MS, 1_000));
  one.write("0033110031", 40);
  const saved: unknown = JSON.parse(JSON.stringify(one.snapshot()));
  const restored = make();
  restored.restore(saved);
  expect(restored.read("0033110031")).toBe(40);
  expect(restored.snapshot()).toEqual(one.snapshot());
  restored.restore({ nonsense: true });
  expect(restored.snapshot()).toEqual(one.snapshot());
});
