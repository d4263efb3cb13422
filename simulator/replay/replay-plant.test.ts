import { expect, test } from "vitest";
import { equipmentTree } from "#domain/registers/equipment.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { fromLocalTime, toLocalTime } from "../local-time.ts";
import type { Sample } from "../plant/plant.ts";
import { loadHousehold, parseRecording } from "./recording.ts";
import { ReplayPlant } from "./replay-plant.ts";

const LONDON = "Europe/London";
/** 2027-06-01 is 730 days after the recording began: a first day of the circle, in summer time. */
const FIRST_DAY = Date.UTC(2027, 5, 1) / DAY_MS;
const START = FIRST_DAY * DAY_MS - HOUR_MS;

function play(plant: ReplayPlant, from: number, days: number): Sample[] {
  return Array.from({ length: days * 24 }, (_, hour) =>
    plant.sample(from + (hour + 1) * HOUR_MS),
  ).flat();
}

function reader(plant: ReplayPlant) {
  return ({ values }: Sample, address: string) => values[plant.columns.indexOf(address)] ?? null;
}

/** kWh by the trapezoidal rule. */
function integrate(samples: Sample[], power: (sample: Sample) => number): number {
  return samples.slice(1).reduce((sum, sample, index) => {
    const before = samples[index] as Sample;
    return sum + ((power(before) + power(sample)) / 2) * ((sample.at - before.at) / 3.6e9);
  }, 0);
}

// Solar, then export: kWh integrated from power / kWh of the device's own counter.
const ORACLE = [
  [24.93, 24.0, 13.79, 14.2],
  [37.55, 35.6, 23.42, 23.5],
  [28.4, 27.3, 15.95, 16.3],
  [35.98, 34.7, 24.09, 24.6],
  [25.28, 23.5, 12.74, 12.2],
  [27.64, 26.8, 17.76, 17.7],
  [12.04, 11.5, 0.14, 0.2],
  [20.42, 19.4, 7.01, 6.7],
  [19.03, 18.3, 6.42, 6.5],
  [34.11, 31.9, 21.23, 20.4],
] as const;

test("ten replayed days have the sums of the recording, by power and by counter", () => {
  const plant = new ReplayPlant(loadHousehold(), LONDON, START);
  const read = reader(plant);
  const samples = play(plant, START, 10);
  expect(samples).toHaveLength(11_055);
  const byDay = Map.groupBy(samples, ({ at }) => toLocalTime(at, LONDON).day - FIRST_DAY);
  ORACLE.forEach(([solarPower, solarCounter, exportPower, exportCounter], day) => {
    const rows = byDay.get(day) ?? [];
    const grid = (sample: Sample) => Number(read(sample, "FFFF000110"));
    expect(integrate(rows, (sample) => Number(read(sample, "FFFF000100")))).toBeCloseTo(
      solarPower,
      2,
    );
    expect(integrate(rows, (sample) => Math.max(0, -grid(sample)))).toBeCloseTo(exportPower, 2);
    const today = (register: string) =>
      Math.max(...rows.map((row) => Number(read(row, register) ?? 0)));
    expect(today("0033110150")).toBe(solarCounter * 1_000);
    expect(today("0033110152")).toBe(exportCounter * 1_000);
    const before = day === 0 ? rows[0] : byDay.get(day - 1)?.at(-1);
    const grown = (register: string) =>
      (Number(read(rows.at(-1) as Sample, register)) - Number(read(before as Sample, register))) /
      1_000;
    expect(Math.abs(grown("FFFF000200") - solarCounter)).toBeLessThanOrEqual(0.1001);
    expect(Math.abs(grown("FFFF000202") - exportCounter)).toBeLessThanOrEqual(0.1001);
  });
});

test("one replay of the recording adds exactly the device's count, and the next continues from there", () => {
  const plant = new ReplayPlant(loadHousehold(), LONDON, START);
  const read = reader(plant);
  const samples = play(plant, START, 21);
  const counters = plant.columns.filter((address) => /^FFFF0002/.test(address));
  expect(counters).toHaveLength(7);
  for (const address of counters) {
    let before = 0;
    for (const sample of samples) {
      const value = Number(read(sample, address));
      expect(value).toBeGreaterThanOrEqual(before);
      before = value;
    }
  }
  const [first] = samples;
  const again = samples[11_055];
  const grown = (address: string) =>
    Number(read(again as Sample, address)) - Number(read(first as Sample, address));
  expect(again?.at).toBe((first?.at ?? 0) + 10 * DAY_MS);
  expect(grown("FFFF000200")).toBeCloseTo(253_000, -2);
  expect(grown("FFFF000202")).toBeCloseTo(142_300, -2);
  expect(grown("FFFF000204")).toBeCloseTo(50_000, -2);
  expect(grown("FFFF000205")).toBeCloseTo(54_700, -2);
});

test("signs are Helioport's: import and charging are positive", () => {
  const plant = new ReplayPlant(loadHousehold(), LONDON, START);
  const read = reader(plant);
  const [first] = plant.sample(START + MINUTE_MS);
  // The first row: solar 0, grid -10 (import), battery 342 (discharging), load 275.
  expect(first && read(first, "FFFF000110")).toBe(10);
  expect(first && read(first, "FFFF000130")).toBe(-342);
  expect(first && read(first, "FFFF000120")).toBe(275);
  expect(first && read(first, "FFFF000136")).toBe("discharge");
  expect(first && read(first, "FFFF000171")).toBe("battery");
  expect(plant.statuses()).toContainEqual({ address: "003311", status: "invert" });
});

test("instants that occur twice and the outage of 7.4 hours are played as they were", () => {
  const plant = new ReplayPlant(loadHousehold(), LONDON, START);
  const samples = play(plant, START, 10);
  const steps = samples.slice(1).map(({ at }, index) => at - (samples[index]?.at ?? 0));
  expect(steps.filter((step) => step === 0)).toHaveLength(32);
  expect(Math.max(...steps)).toBe(26_724_000);
  expect(Math.min(...steps)).toBe(0);
});

test("today's clock shows the same time of a recorded day, summer and winter", () => {
  const plant = new ReplayPlant(loadHousehold(), LONDON, START);
  const [summer] = plant.sample(START + MINUTE_MS);
  expect(summer?.at).toBe(START + 24_000);
  const winterDay = FIRST_DAY + 200;
  const midnight = fromLocalTime(winterDay, 0, LONDON) ?? 0;
  expect(midnight).toBe(winterDay * DAY_MS);
  const winter = new ReplayPlant(loadHousehold(), LONDON, midnight).sample(midnight + MINUTE_MS)[0];
  expect(winter?.at).toBe(midnight + 24_000);
  expect(winter?.values[0]).toBe(summer?.values[0]);
});

test("on the days when clocks change, instants still rise", () => {
  for (const day of [Date.UTC(2027, 2, 28), Date.UTC(2027, 9, 31)]) {
    const plant = new ReplayPlant(loadHousehold(), LONDON, day - 12 * HOUR_MS);
    const samples = play(plant, day - 12 * HOUR_MS, 2);
    expect(samples.length).toBeGreaterThan(500);
    for (const [index, { at }] of samples.slice(1).entries())
      expect(at).toBeGreaterThanOrEqual(samples[index]?.at ?? 0);
  }
});

test("a day that begins with yesterday's counter has no value until the device sets it back", () => {
  const { rows } = loadHousehold();
  const ninth = rows.filter(({ day }) => day === 8);
  expect(ninth[0]?.value("today_solar_kwh")).toBe(19.4);
  expect(ninth[0]?.today).toEqual({
    solar: null,
    import: null,
    export: null,
    charge: null,
    discharge: null,
    load: null,
  });
  expect(ninth[1]?.today.solar).toBe(0);
  const second = rows.filter(({ day }) => day === 1);
  expect(second[0]?.today).toMatchObject({ solar: 0, export: null, import: null, load: null });
  expect(rows.filter(({ today }) => Object.values(today).includes(null))).toHaveLength(2);
});

test("an empty cell is no value", () => {
  const { rows } = parseRecording(
    "time_utc,status,solar_w,today_solar_kwh\n2025-06-01T10:00:00Z,NORMAL,,\n",
  );
  expect(rows[0]?.value("solar_w")).toBeNull();
  expect(rows[0]?.value("no such column")).toBeNull();
  expect(rows[0]?.today.solar).toBeNull();
});

test("switched off, the house lives from the grid and the sun is not counted", () => {
  const noon = START + 12 * HOUR_MS;
  const plant = new ReplayPlant(loadHousehold(), LONDON, noon);
  const read = reader(plant);
  const before = plant.latest() as Sample;
  expect(plant.write("FFFF000400", 0)).toBe(true);
  expect(plant.write("0033110150", 0)).toBe(false);
  const off = plant.sample(noon + HOUR_MS);
  for (const sample of off) {
    expect(read(sample, "FFFF000100")).toBe(0);
    expect(read(sample, "FFFF000110")).toBe(read(sample, "FFFF000120"));
    expect(read(sample, "FFFF000200")).toBe(read(before, "FFFF000200"));
  }
  const last = off.at(-1) as Sample;
  expect(read(last, "FFFF000170")).toBe("off");
  expect(Number(read(last, "FFFF000201"))).toBeGreaterThan(Number(read(before, "FFFF000201")));
  const saved: unknown = JSON.parse(JSON.stringify(plant.snapshot()));
  plant.write("FFFF000400", 1);
  const [on] = plant.sample(noon + 3_900_000);
  expect(Number(read(on as Sample, "FFFF000200"))).toBeGreaterThanOrEqual(
    Number(read(last, "FFFF000200")),
  );
  const restarted = new ReplayPlant(loadHousehold(), LONDON, noon + HOUR_MS);
  restarted.restore(saved);
  expect(restarted.read("FFFF000400")).toBe(0);
  expect(restarted.read("FFFF000200")).toBe(read(last, "FFFF000200"));
});

test("the recorded house describes itself by the protocol's rules", () => {
  const { equipment } = new ReplayPlant(loadHousehold(), LONDON, START);
  expect(equipmentTree.safeParse(equipment).error).toBeUndefined();
});
