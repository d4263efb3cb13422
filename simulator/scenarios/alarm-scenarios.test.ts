import { expect, test } from "vitest";
import { findEventEpisodes } from "#domain/alarms/episodes/event-episodes.ts";
import { eventAlarmKey, factOf } from "#domain/alarms/episodes/event-facts.ts";
import { evaluate } from "#domain/alarms/limits/evaluate.ts";
import { joinNulls } from "#domain/alarms/limits/history.ts";
import { type Episode, newMonitor } from "#domain/alarms/limits/monitor.ts";
import { limitKey } from "#domain/alarms/limits/sides.ts";
import { groupFlapping } from "#domain/alarms/notices/flapping.ts";
import { newSiteRules } from "#domain/alarms/rules/new-site-rules.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { instantsOf } from "#protocol/logger/messages.ts";
import { house } from "../../tests/support/any-plant.ts";
import { MemoryPortal } from "../../tests/support/memory-portal.ts";
import { keepInMemory } from "../logger/flash.ts";
import { FleetClock } from "../logger/fleet-clock.ts";
import { SimulatedPlant } from "../plant/simulated-plant.ts";
import { SimulatedSite } from "../simulated-site.ts";
import { findScenario } from "./scenario-table.ts";

const START = Date.UTC(2026, 10, 20, 12);
const TEMPERATURE = "FFFF000133";
const place = { latitude: 51, longitude: -1, altitude: 0, timeZone: "Europe/London" };

/** Plays a scenario and a normal time after it, and returns what the portal received. */
function play(name: string, minutes: number, afterwards: number) {
  let now = START;
  const portal = new MemoryPortal(() => now);
  const site = new SimulatedSite({
    site: { serial: "TEST-0001", secret: "s", systemType: "10006", systemCode: 2 },
    plant: new SimulatedPlant(house, place, 5, START),
    clock: new FleetClock({ now: () => now, startAt: START }),
    dial: portal.dial,
    seed: 5,
    flash: keepInMemory(),
    waitScale: 1,
    dialAt: START,
  });
  const pass = (ms: number) => {
    for (const end = now + ms; now < end; now += 200) {
      site.tick();
      portal.deliver();
    }
  };
  pass(MINUTE_MS);
  const scenario = findScenario(name);
  if (scenario === null || !site.begin(scenario)) throw new Error(`no scenario ${name}`);
  pass(minutes * MINUTE_MS);
  site.end(scenario);
  pass(afterwards * MINUTE_MS);
  return {
    connects: portal.take(COMMAND.connect),
    batches: portal.take(COMMAND.realDataUpdate),
    events: portal.take(COMMAND.eventUpdate).flatMap(({ events }) => events),
    now,
  };
}

/** Finds the alarms of the battery temperature above its standard limit. */
function findAlarms({ batches }: ReturnType<typeof play>): Episode[] {
  const [rule] = newSiteRules([]).limits.filter(({ ruleId }) => ruleId === 2);
  if (rule === undefined) throw new Error("no limit");
  const values = new Map<number, RegisterValue>();
  for (const batch of batches) {
    for (const [place, at] of instantsOf(batch).entries())
      values.set(at, values.get(at) ?? batch.values[TEMPERATURE]?.[place] ?? null);
  }
  const instants = [...values.keys()].sort((one, other) => one - other);
  const known = instants.filter((at) => values.get(at) !== null);
  const nulls = instants.filter((at) => values.get(at) === null);
  const joined = joinNulls(
    known,
    known.map((at) => values.get(at) ?? null),
    nulls,
  );
  const on = { ...rule, address: TEMPERATURE, isOpen: true };
  const key = limitKey(2, TEMPERATURE, "high");
  const monitor = newMonitor(TEMPERATURE, [{ key, side: "high", versions: [{ at: 0, rule: on }] }]);
  const found: Episode[] = [];
  evaluate(monitor, joined.times, joined.column, (effect) => {
    if (effect.kind === "raised") found.push({ ...effect.episode });
    else Object.assign(found.at(-1) ?? {}, { endTime: effect.endTime, reason: effect.reason });
  });
  return found;
}

test.each([
  ["limit-breach", 10],
  ["hysteresis", 10],
  ["null-gap", 12],
  ["offline-backlog", 39],
])("%s is %s minutes long and one alarm, which ends", (name, minutes) => {
  const alarms = findAlarms(play(name, minutes, 1));
  expect(alarms).toHaveLength(1);
  expect(alarms[0]?.endTime).not.toBeNull();
});

test("the value of an offline logger arrives as backlog, after the alarm is over", () => {
  const played = play("offline-backlog", 39, 1);
  const [alarm] = findAlarms(played);
  const late = played.batches.filter(({ backlog }) => backlog !== undefined).flatMap(instantsOf);
  expect(late).toContain(alarm?.dateTime);
  expect(alarm?.endTime).toBeLessThan(START + 21 * MINUTE_MS);
});

test("a flapping alarm is one row", () => {
  const played = play("flapping-alarm", 20, 1);
  const alarms = findAlarms(played);
  expect(alarms.length).toBeGreaterThan(10);
  const rows = groupFlapping(alarms, played.now + HOUR_MS);
  expect(rows.map(({ episodes }) => episodes.length)).toEqual([alarms.length]);
});

test("an event storm is thirty events with an episode every 20 s", () => {
  const { events, now } = play("event-storm", 2, 1);
  const keys = new Set(events.map(eventAlarmKey));
  expect(keys.size).toBe(30);
  const one = events.filter(({ eventNo }) => eventNo === 200).map((event) => factOf(event, now));
  expect(findEventEpisodes(one).length).toBeGreaterThan(4);
});

test("equipment without data is silent while the others continue", () => {
  const { batches } = play("no-data", 5, 0);
  const last = batches.filter((batch) => Object.hasOwn(batch.values, TEMPERATURE)).at(-1);
  const addresses = Object.keys(last?.values ?? {});
  expect(addresses.some((address) => address.startsWith("0033"))).toBe(true);
  expect(addresses.some((address) => address.startsWith("008B"))).toBe(false);
});

test("missing equipment leaves the tree and comes back", () => {
  const { connects } = play("missing-equipment", 3, 2);
  const hasBattery = connects.map(({ equipment }) =>
    equipment.some(({ address }) => address.startsWith("008B")),
  );
  expect(hasBattery).toEqual([true, false, true]);
});
