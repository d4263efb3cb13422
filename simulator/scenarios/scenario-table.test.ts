import { expect, test } from "vitest";
import type { Equipment } from "#domain/registers/equipment.ts";
import { HOUR_MS } from "#domain/units/durations.ts";
import type { PlantCondition } from "../plant/plant-condition.ts";
import { PLANT_CONDITION_KINDS } from "../plant/plant-condition.ts";
import type { Stage } from "./scenario.ts";
import { describeScenarios, findScenario, LINE_SCENARIOS, SCENARIOS } from "./scenario-table.ts";

const EQUIPMENT: Equipment[] = [
  { address: "FFFF00", registers: [{ register: "0133", kind: "gauge", access: "r" }] },
  { address: "003311", registers: [] },
  { address: "008B11", registers: [] },
];

/** A site that accepts every condition and only records it. */
function setUp() {
  const happened: string[] = [];
  const stage: Stage = {
    seed: 5,
    plant: {
      equipment: EQUIPMENT,
      impose: ({ kind }: PlantCondition) => {
        happened.push(`${kind} begins`);
        return true;
      },
      lift: (kind) => {
        happened.push(`${kind} ends`);
        return true;
      },
    },
    alter: (alteration) => {
      happened.push(`${Object.keys(alteration)} altered`);
      return () => happened.push("restored");
    },
    line: {
      play: () => {
        happened.push("faults begin");
        return () => happened.push("faults end");
      },
    },
    behave: ({ verb }) => happened.push(verb),
    credentials: { serial: "TEST-0001", secret: "s" },
    dial: () => ({
      send: () => {},
      close: () => {},
      cut: () => {},
      pause: () => {},
      resume: () => {},
    }),
  };
  return { happened, stage };
}

test("each scenario has a name of its own, and every condition of a plant is one", () => {
  const names = SCENARIOS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(expect.arrayContaining([...PLANT_CONDITION_KINDS]));
  expect(describeScenarios(SCENARIOS).split("\n")).toHaveLength(names.length);
  expect(findScenario("rain")).toBeNull();
});

test.each(PLANT_CONDITION_KINDS)("%s is imposed on the plant and lifted again", (name) => {
  const { happened, stage } = setUp();
  findScenario(name)?.begin(stage)?.end();
  expect(happened).toEqual([`${name} begins`, `${name} ends`]);
});

test.each(LINE_SCENARIOS.map((scenario) => [scenario.name, scenario] as const))(
  "%s has the same faults for the same seed, and others for another",
  (_name, { faults, begin }) => {
    const [one, again, other] = [7, 7, 8].map((seed) => faults?.(seed)(0, HOUR_MS));
    expect(one?.length).toBeGreaterThan(5);
    expect(again).toEqual(one);
    expect(other).not.toEqual(one);
    const { happened, stage } = setUp();
    begin(stage)?.end();
    expect(happened).toEqual(["faults begin", "faults end"]);
  },
);

test.each(["comm-loss", "half-open"])("%s begins at once", (name) => {
  expect(findScenario(name)?.faults?.(3)(0, 1)).not.toEqual([]);
});

test("a flapping link has faults of every kind", () => {
  const faults = findScenario("flapping-link")?.faults?.(1)(0, 2 * HOUR_MS) ?? [];
  const kinds = new Set(faults.map(({ fault }) => fault.kind));
  expect(kinds).toEqual(
    new Set(["drop", "duplicate", "reorder", "delay", "cut", "slow", "refuse"]),
  );
});

test("a wrong clock is wrong at boot, jumps and is followed by a cut, and is right in the end", () => {
  const { happened, stage } = setUp();
  const act = findScenario("clock-wrong")?.begin(stage);
  for (let wall = 0; wall < HOUR_MS; wall += 1_000) act?.tick?.(wall);
  expect(happened.slice(0, 4)).toEqual(["revive", "clock", "clock", "drop"]);
  expect(happened.filter((verb) => verb === "clock")).toHaveLength(7);
  act?.end();
  expect(happened.at(-1)).toBe("clock");
});

test.each([
  ["limit-breach", ["read altered", "restored"]],
  ["hysteresis", ["read altered", "restored"]],
  ["null-gap", ["read altered", "restored"]],
  ["flapping-alarm", ["read altered", "restored"]],
  ["offline-backlog", ["read altered", "faults begin", "faults end", "restored"]],
  ["event-storm", ["events altered", "restored"]],
  ["no-data", ["silent altered", "restored"]],
  ["missing-equipment", ["missing altered", "drop", "restored", "drop"]],
])("%s alters what the logger reads and restores it", (name, expected) => {
  const { happened, stage } = setUp();
  const act = findScenario(name)?.begin(stage);
  for (const wall of [0, 59_999, 60_000]) act?.tick?.(wall);
  act?.end();
  expect(happened).toEqual(expected);
});

test("a site without a battery and an output voltage has no limits to cross", () => {
  const { stage } = setUp();
  const plant = { ...stage.plant, equipment: [] };
  for (const name of ["limit-breach", "offline-backlog", "no-data", "event-storm"])
    expect(findScenario(name)?.begin({ ...stage, plant })).toBeNull();
});
