import { expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { keepInMemory } from "#simulator/logger/flash.ts";
import { makePlant } from "#simulator/make-plant.ts";
import { openPast } from "#simulator/past/open-past.ts";
import { notePastInMemory } from "#simulator/past/past-notes.ts";
import type { Sample } from "#simulator/plant/plant.ts";
import { loadVictronDemo } from "#simulator/replay/change-recording.ts";
import { VictronPlant } from "#simulator/replay/victron-plant.ts";
import { findContradictions } from "../../tests/support/check-physics.ts";
import { DEMO_SITES, RECORDED_DEVICES_SITE } from "./sites-data.ts";

const SEED = 1;
const STEP_MS = MINUTE_MS;
const PAST_DAYS = 11;
/** Midwinter and midsummer, so that each hemisphere has its shortest and its longest day. */
const STARTS = [Date.UTC(2026, 11, 21, 9), Date.UTC(2027, 5, 21, 9)];
/** Capacity of the recorded battery, Wh (recordings/givenergy-household.md). */
const RECORDED_BATTERY_WH = 9_500;

const cases = DEMO_SITES.flatMap((site) =>
  STARTS.map((start) => ({ site, serial: site.serial, start, day: new Date(start).toISOString() })),
);

test.each(cases)("no data of $serial contradicts physics, on $day", ({ site, start }) => {
  const { profile } = site;
  if (profile === null) throw new Error("a demo site without a plant");
  const isRecording = profile.kind === "recording";
  // A few days of the past are as representative as a year.
  const pastDays = Math.min(site.pastDays ?? 0, PAST_DAYS);
  const identity = { ...site, secret: "s", profile, pastDays };
  const flash = keepInMemory();
  const past = openPast(identity, SEED, start, { flash, notes: notePastInMemory() });
  if (past === null) throw new Error("a demo site without a past");
  const plant = makePlant(identity, SEED, start);
  plant.restore(flash.read().plant);
  const { recorded } = past;
  expect(recorded.columns).toEqual(plant.columns);
  const samples: Sample[] = [];
  for (let day = 0; day < recorded.days; day++) samples.push(...recorded.read(day).samples);
  const pastEnds = samples.at(-1)?.at ?? 0;
  for (let at = start; at < start + DAY_MS; at += STEP_MS)
    samples.push(...plant.sample(at + STEP_MS, STEP_MS).filter((sample) => sample.at > pastEnds));
  expect(samples.length).toBeGreaterThan(4_000);
  expect(
    findContradictions({
      columns: plant.columns,
      samples,
      isRecording,
      latitude: site.latitude,
      longitude: site.longitude,
      timeZone: site.timeZone,
      capacityWh: isRecording ? RECORDED_BATTERY_WH : (profile.battery?.capacityWh ?? null),
    }),
  ).toEqual([]);
});

test("the recorded devices, of which no demo site is made, do contradict physics", () => {
  const { latitude, longitude, timeZone } = RECORDED_DEVICES_SITE;
  const start = Date.UTC(2026, 11, 21);
  const plant = new VictronPlant(loadVictronDemo(), start);
  const samples = plant.sample(start + DAY_MS, STEP_MS);
  const place = { latitude, longitude, timeZone, capacityWh: null, isRecording: false };
  const found = findContradictions({ columns: plant.columns, samples, ...place }).join("\n");
  expect(found).toContain("exports more than it makes");
  expect(found).toContain("the sun shines at night");
});
