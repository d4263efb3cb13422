import { expect, test } from "vitest";
import { findEventEpisodes } from "#domain/alarms/episodes/event-episodes.ts";
import { eventAlarmKey, factOf } from "#domain/alarms/episodes/event-facts.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { house, siteReader } from "../../tests/support/any-plant.ts";
import { SimulatedPlant } from "../plant/simulated-plant.ts";
import type { SimulatedPlantProfile } from "../plant-profile.ts";
import { PlantPast, pastSpan } from "./plant-past.ts";

const STEP_MS = 300_000;
const SEED = 7;
const place = { latitude: 38.6, longitude: -7.9, altitude: 300, timeZone: "Europe/Lisbon" };
/** Three weeks after clocks went back. */
const NOW = Date.UTC(2026, 10, 15, 14, 3, 7, 250);
const lodge: SimulatedPlantProfile = {
  ...house,
  grid: { exportLimitW: 0, outagesPerWeek: 9 },
  generator: { model: "Test", ratedW: 6_000, startSoc: 0.4, stopSoc: 0.75 },
};

function pastOf(profile: SimulatedPlantProfile, days: number) {
  const plantAt = (at: number) => new SimulatedPlant(profile, place, SEED, at);
  const span = pastSpan(place.timeZone, NOW, days);
  const past = new PlantPast({
    plantAt,
    isChain: true,
    timeZone: place.timeZone,
    seed: SEED,
    span,
  });
  const daysOf = Array.from({ length: past.days }, (_, day) => past.read(day));
  return { past, daysOf, samples: daysOf.flatMap(({ samples }) => samples), plantAt };
}

test.each([
  ["a house", house],
  ["one with outages and a generator", lodge],
])("the past of %s ends where its present begins", (_, profile) => {
  const { past, samples, plantAt } = pastOf(profile, 4);
  const present = plantAt(NOW);
  present.restore(past.end());
  const read = siteReader(present);
  const [next] = present.sample(NOW + MINUTE_MS, 10_000);
  const last = samples.at(-1);
  if (next === undefined || last === undefined) throw new Error("no sample");
  expect(next.at - last.at).toBeLessThan(STEP_MS + 20_000);
  // Within five minutes at the maximum power of a site of this size.
  for (const counter of ["0200", "0201", "0202", "0203", "0204", "0205", "0206"]) {
    const grown = read(next.values, counter) - read(last.values, counter);
    expect(grown).toBeGreaterThanOrEqual(0);
    expect(grown).toBeLessThan(1_500);
  }
  const soc = read(next.values, "0134") - read(last.values, "0134");
  expect(Math.abs(soc)).toBeLessThan(4);
});

test("counters never decrease, and grow by the integral of the powers", () => {
  const { samples, plantAt } = pastOf(lodge, 20);
  const read = siteReader(plantAt(NOW));
  const counted = [
    ["0200", "0100", 1],
    ["0201", "0110", 1],
    ["0203", "0120", 1],
    ["0204", "0130", 1],
    ["0205", "0130", -1],
    ["0206", "0140", 1],
  ] as const;
  for (const [counter, power, sign] of counted) {
    let added = 0;
    let grown = 0;
    let falls = 0;
    for (const [index, sample] of samples.entries()) {
      const before = samples[index - 1];
      if (before === undefined) continue;
      const gained = read(sample.values, counter) - read(before.values, counter);
      if (gained < 0) falls += 1;
      // Over a silence a counter continues, but the power is unknown.
      if (sample.at - before.at > STEP_MS) continue;
      grown += gained;
      added += (Math.max(0, sign * read(sample.values, power)) * STEP_MS) / HOUR_MS;
    }
    expect(falls).toBe(0);
    expect(grown).toBeGreaterThan(0);
    expect(Math.abs(grown - added)).toBeLessThan(0.005 * grown);
  }
});

test("a day has its 23 or 25 hours, is the same each time, and follows the one before", () => {
  const { past, daysOf, plantAt } = pastOf(house, 25);
  const turn = Array.from({ length: past.days }, (_, day) => past.spanOf(day)).findIndex(
    ({ from, to }) => to - from === 25 * HOUR_MS,
  );
  expect(new Date(past.spanOf(turn).from).toISOString()).toBe("2026-10-24T23:00:00.000Z");
  const { samples, ...reports } = past.read(turn);
  expect({ samples, ...reports }).toEqual(daysOf[turn]);
  expect(samples).toHaveLength(300);
  const read = siteReader(plantAt(NOW));
  const all = daysOf.flatMap((day) => day.samples);
  const steps = all.slice(1).map((sample, index) => {
    const before = all[index];
    if (before === undefined) throw new Error("no sample");
    const charged = read(sample.values, "0134") - read(before.values, "0134");
    return { ms: sample.at - before.at, charged: Math.abs(charged) };
  });
  expect(Math.min(...steps.map(({ ms }) => ms))).toBe(STEP_MS);
  expect(
    Math.max(...steps.filter(({ ms }) => ms === STEP_MS).map(({ charged }) => charged)),
  ).toBeLessThan(5);
});

test("events of the past have a begin and an end, also over midnight and in whatever order days arrive", () => {
  const { daysOf } = pastOf(lodge, 30);
  const events = daysOf.toReversed().flatMap((day) => day.events);
  const keys = new Set(events.map(eventAlarmKey));
  expect(keys.size).toBeGreaterThan(0);
  for (const key of keys) {
    const facts = events
      .filter((event) => eventAlarmKey(event) === key)
      .map((event) => factOf(event, NOW));
    const episodes = findEventEpisodes(facts);
    expect(episodes.filter(({ endTime }) => endTime === null)).toEqual([]);
    expect(episodes.length).toBeLessThan(facts.length);
    for (const { startTime, endTime } of episodes)
      expect((endTime ?? 0) - startTime).toBeLessThan(2 * DAY_MS);
  }
});

test("here and there the logger is silent, and something goes wrong", () => {
  const { samples, daysOf } = pastOf(lodge, 60);
  const silences = samples.filter(
    ({ at }, index) => index > 0 && at - (samples[index - 1]?.at ?? 0) > STEP_MS,
  );
  expect(silences.length).toBeGreaterThan(1);
  expect(silences.length).toBeLessThan(9);
  const seen = new Set(daysOf.flatMap(({ statuses }) => statuses.map(({ status }) => status)));
  expect([...seen]).toEqual(expect.arrayContaining(["invert", "charge", "running", "not running"]));
  const { from, to } = { from: samples[0]?.at ?? 0, to: samples.at(-1)?.at ?? 0 };
  expect(samples.length).toBeGreaterThan((0.9 * (to - from)) / STEP_MS);
  // The last two days are complete.
  expect(samples.filter(({ at }) => at > to - 2 * DAY_MS)).toHaveLength((2 * DAY_MS) / STEP_MS);
});
