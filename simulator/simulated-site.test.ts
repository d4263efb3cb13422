import { expect, test } from "vitest";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { instantsOf } from "#protocol/logger/messages.ts";
import { house } from "../tests/support/any-plant.ts";
import { MemoryPortal } from "../tests/support/memory-portal.ts";
import type { FaultEffect } from "./link/fault.ts";
import { keepInMemory } from "./logger/flash.ts";
import { FleetClock } from "./logger/fleet-clock.ts";
import { SimulatedPlant } from "./plant/simulated-plant.ts";
import { findScenario } from "./scenarios/scenario-table.ts";
import { SimulatedSite } from "./simulated-site.ts";

const anywhere = { latitude: 51, longitude: -1, altitude: 0, timeZone: "Europe/London" };
const START = Date.UTC(2026, 10, 20, 12);

function setUp(seed: number, profile = house) {
  let now = START;
  const portal = new MemoryPortal(() => now);
  const effects: FaultEffect[] = [];
  const site = new SimulatedSite({
    site: { serial: "TEST-0001", secret: "s", systemType: "10006", systemCode: 2 },
    plant: new SimulatedPlant(profile, anywhere, seed, START),
    clock: new FleetClock({ now: () => now, startAt: START }),
    dial: portal.dial,
    seed,
    flash: keepInMemory(),
    waitScale: 1,
    dialAt: START,
    onFault: (effect) => effects.push(effect),
  });
  const pass = (ms: number) => {
    for (const end = now + ms; now < end; now += 100) {
      site.tick();
      portal.deliver();
    }
  };
  return { site, portal, effects, pass, now: () => now };
}

function play(seed: number, name: string, minutes: number, afterwards = 0) {
  const stage = setUp(seed);
  const scenario = findScenario(name);
  if (scenario === null) throw new Error(`no scenario ${name}`);
  expect(stage.site.begin(scenario)).toBe(true);
  expect(stage.site.begin(scenario)).toBe(false);
  stage.pass(minutes * MINUTE_MS);
  expect(stage.site.end(scenario)).toBe(true);
  expect(stage.site.end(scenario)).toBe(false);
  stage.pass(afterwards * MINUTE_MS);
  return stage;
}

test.each(["flapping-link", "half-open", "comm-loss"])(
  "after half an hour of %s and ten good minutes the portal has every sample",
  (name) => {
    const { site, portal, effects, now } = play(7, name, 30, 11);
    expect(effects.length).toBeGreaterThan(4);
    expect(portal.dialled.length).toBeGreaterThan(2);
    const received = new Set(portal.take(COMMAND.realDataUpdate).flatMap(instantsOf));
    const missing: number[] = [];
    for (let at = START + 10_000; at < now() - 70_000; at += 10_000)
      if (!received.has(at)) missing.push(at);
    expect(missing).toEqual([]);
    expect(site.logger.state).toBe("online");
    expect(site.logger.waiting).toBeLessThan(10);
    expect(portal.faults).toEqual([]);
  },
);

test("the same seed makes the same faults and the same frames, another seed others", () => {
  const [one, again, other] = [7, 7, 8].map((seed) => play(seed, "flapping-link", 10));
  expect(again?.effects).toEqual(one?.effects);
  expect(again?.portal.inbox).toEqual(one?.portal.inbox);
  expect(other?.effects).not.toEqual(one?.effects);
});

test("with a wrong clock samples are dated hours off until the portal sends the time", () => {
  const { portal } = play(3, "clock-wrong", 25, 11);
  const clocks = portal.take(COMMAND.connect).map(({ clock }) => clock ?? 0);
  expect(clocks.some((at) => at < START - MINUTE_MS || at > START + 40 * MINUTE_MS)).toBe(true);
  const instants = portal.take(COMMAND.realDataUpdate).flatMap(instantsOf);
  const isRight = (at: number) => at >= START && at <= START + 40 * MINUTE_MS;
  expect(instants.some((at) => !isRight(at))).toBe(true);
  expect(isRight(instants.at(-1) ?? 0)).toBe(true);
});

test("a hostile logger takes the place of the site's own, which is back when it is over", () => {
  const { site, portal, pass } = setUp(1);
  const scenario = findScenario("hostile-logger");
  if (scenario === null) throw new Error("no such scenario");
  pass(1_000);
  site.begin(scenario);
  pass(600);
  expect(site.logger.state).toBe("off");
  expect(portal.take(COMMAND.realDataUpdate).length).toBeGreaterThan(40);
  expect(portal.faults.length).toBeGreaterThan(0);
  site.end(scenario);
  pass(5_000);
  expect(site.logger.state).toBe("online");
});

test("a scenario that is impossible at a site is not started there", () => {
  const gridOutage = findScenario("grid-outage");
  expect(gridOutage).not.toBeNull();
  if (gridOutage !== null)
    expect(setUp(1, { ...house, grid: null }).site.begin(gridOutage)).toBe(false);
});
