import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { SITE_REGISTERS } from "#domain/registers/catalogue/site.ts";
import { equipmentTree } from "#domain/registers/equipment.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import type { Sample } from "../plant/plant.ts";
import { loadVictronDemo, parseChanges } from "./change-recording.ts";
import { VICTRON_DEVICES } from "./victron-devices-data.ts";
import { VictronPlant } from "./victron-plant.ts";

const START = Date.UTC(2026, 0, 1);
/** Seconds of a round of each device: those recorded together stay in sync. */
const ROUND: Record<string, number> = {
  vebus: 96,
  solarcharger: 96,
  pvinverter: 96,
  battery: 96,
  grid: 96,
  bms: 306,
  genset_fischerpanda: 122,
  pvinverter_fronius: 125,
  system: 1_004,
};

type Line = { source?: string; k?: string; p?: string; s?: number; v?: unknown };
const FILE = new URL("../recordings/victron-demo.ndjson.gz", import.meta.url);

/** Reads the raw file, independently of the player. */
function readRaw(): Map<string, Line[]> {
  const files = new Map<string, Line[]>();
  let lines: Line[] = [];
  for (const text of gunzipSync(readFileSync(FILE)).toString().trim().split("\n")) {
    const line = JSON.parse(text) as Line;
    if (line.source === undefined) lines.push(line);
    else {
      lines = [];
      files.set(line.source.replace(/\.(csv|dat)$/, ""), lines);
    }
  }
  return files;
}

const raw = readRaw();

/** Values of a device at a second of its recording. */
function shown(device: string, second: number): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const { k, p = "", s = 0, v } of raw.get(device) ?? [])
    if (k === "init" || s <= second) values.set(p, Array.isArray(v) ? null : v);
  return values;
}

function reader(plant: VictronPlant) {
  return ({ values }: Sample, address: string) => Number(values[plant.columns.indexOf(address)]);
}

test("the recording is nine devices and 2,812 changes, and every number that changes is played", () => {
  expect([...loadVictronDemo().keys()].sort()).toEqual(Object.keys(ROUND).sort());
  const changes = [...loadVictronDemo().values()].flatMap((service) => service.changes);
  expect(changes).toHaveLength(2_812);
  for (const { name, registers } of VICTRON_DEVICES) {
    const played = new Set<string>(registers.map(([, path]) => path));
    const changing = (raw.get(name) ?? []).filter(
      ({ k, v }) => k === "ev" && typeof v === "number",
    );
    for (const { p = "" } of changing) expect([name, p, played.has(p)]).toEqual([name, p, true]);
  }
});

test("at every second each device shows its recorded values of that second", () => {
  const plant = new VictronPlant(loadVictronDemo(), START - 1_000);
  const places = new Map(plant.columns.map((address, index) => [address, index]));
  const held = plant.held();
  const samples = plant.sample(START + 1_004_000, 1_000);
  expect(samples).toHaveLength(1_005);
  for (const { name, address, registers } of VICTRON_DEVICES) {
    const round = ROUND[name] ?? 1;
    const expected = Array.from({ length: round }, (_, second) => shown(name, second));
    for (const [second, { values }] of samples.entries()) {
      const now = registers.map(([register]) => {
        const place = places.get(address + register);
        return place === undefined ? held[address + register] : values[place];
      });
      expect(now).toEqual(registers.map(([, path]) => expected[second % round]?.get(path)));
    }
  }
});

/** Wh of a round; each value holds until the next second. */
function integrate(power: (at: (device: string, path: string) => number) => number): number {
  let sum = 0;
  for (let second = 0; second < 96; second++)
    sum += Math.max(
      0,
      power((device, path) => Number(shown(device, second).get(path))),
    );
  return sum / 3_600;
}

test("one replay adds the integral of the recorded powers to the site's counters", () => {
  const plant = new VictronPlant(loadVictronDemo(), START);
  const read = reader(plant);
  const first = plant.latest();
  const [after] = plant.sample(START + 96_000, 96_000).slice(-1);
  const grown = (register: string) =>
    read(after as Sample, `FFFF00${register}`) - read(first, `FFFF00${register}`);
  const sum = (device: string) => (at: (device: string, path: string) => number) =>
    [1, 2, 3].reduce((all, phase) => all + at(device, `/Ac/L${phase}/Power`), 0);
  expect(read(first, "FFFF000202")).toBe(8_742_100);
  expect(grown("0200")).toBeCloseTo(
    integrate((at) => at("solarcharger", "/Yield/Power") + sum("pvinverter")(at)),
    1,
  );
  expect(grown("0200")).toBeGreaterThan(30);
  expect(grown("0202")).toBeCloseTo(
    integrate((at) => -sum("grid")(at)),
    1,
  );
  expect(grown("0202")).toBeGreaterThan(55);
  expect(grown("0201")).toBe(0);
  expect(grown("0204")).toBeCloseTo(
    integrate((at) => at("battery", "/Dc/0/Power")),
    1,
  );
  expect(grown("0205")).toBe(0);
});

test("the site's phases sum to its totals, and its counters never decrease over several rounds", () => {
  const plant = new VictronPlant(loadVictronDemo(), START + 12_345);
  const read = reader(plant);
  let before = [0, 0, 0, 0];
  for (const sample of plant.sample(START + 300_000, 500)) {
    const now = ["0200", "0202", "0204", "0205"].map((register) =>
      read(sample, `FFFF00${register}`),
    );
    expect(now.every((value, index) => value >= (before[index] ?? 0))).toBe(true);
    before = now;
    const phases = [1, 2, 3].map((phase) => read(sample, `FFFF00011${phase}`));
    const sum = phases.reduce((all, power) => all + power, 0);
    expect(read(sample, "FFFF000110")).toBeCloseTo(sum, 6);
  }
});

test("a restarted simulator is in the same second of the same round", () => {
  const one = new VictronPlant(loadVictronDemo(), START);
  const at = START + DAY_MS + 37_000;
  one.skip(at);
  expect(new VictronPlant(loadVictronDemo(), at).latest()).toEqual(one.latest());
  expect(one.statuses()).toContainEqual({ address: "006D11", status: "charging" });
});

test("the recorded devices describe themselves by the protocol's rules, and nothing can be set", () => {
  const plant = new VictronPlant(loadVictronDemo(), START);
  expect(equipmentTree.safeParse(plant.equipment).error).toBeUndefined();
  const [site, ...others] = plant.equipment;
  for (const { register, kind } of site?.registers ?? [])
    expect([register, kind]).toEqual([register, SITE_REGISTERS[register]?.kind]);
  const described = plant.equipment.flatMap(({ address, registers }) =>
    registers.map(({ register }) => address + register),
  );
  expect([...plant.columns, ...Object.keys(plant.held())].sort()).toEqual(described.sort());
  expect(others).toHaveLength(9);
  expect(plant.write()).toBe(false);
});

test("an empty list is no value, and other lists are left out", () => {
  const service = parseChanges(
    [
      '{"service":"x","source":"a.csv"}',
      '{"k":"init","p":"/A","v":[],"t":""}',
      '{"k":"init","p":"/B","v":[1,2],"t":""}',
      '{"k":"ev","s":2,"p":"/A","v":5,"t":"5"}',
    ].join("\n"),
  ).get("a");
  expect(service?.initial.get("/A")).toBeNull();
  expect(service?.initial.get("/B")).toBeNull();
  expect(service?.changes).toEqual([{ second: 2, path: "/A", value: 5 }]);
});
