/** Sites on flapping and half-open lines: once the lines are well again, everything sampled is stored, and once. */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { DAY_MS } from "#domain/units/durations.ts";
import { dialPortal } from "#simulator/logger/dial-portal.ts";
import { keepInMemory } from "#simulator/logger/flash.ts";
import { FleetClock } from "#simulator/logger/fleet-clock.ts";
import { makePlant } from "#simulator/make-plant.ts";
import { findScenario } from "#simulator/scenarios/scenario-table.ts";
import { SimulatedSite } from "#simulator/simulated-site.ts";
import { readProbeOptions } from "../support/probe-options.ts";
import { startServer } from "../support/server.ts";
import { recordSamples } from "./platform/sample-record.ts";
import {
  compareWithStored,
  describeComparison,
  isComplete,
  NOTHING_COMPARED,
} from "./platform/stored-samples.ts";

const TICK_MS = 50;
const WELL_AGAIN_WITHIN_MS = 300_000;
/** In so many minutes, over all sites, every kind of fault must have been met. */
const SITE_MINUTES = 100;

const options = readProbeOptions(process.env.HELIOPORT_PROBE, {
  seed: z.coerce.number().int().default(1),
  /** Sites. */
  count: z.coerce.number().int().min(1).max(200).default(20),
  minutes: z.coerce.number().positive().default(5),
  scenario: z.string().default("flapping-link,half-open"),
});
const scenarios = options.scenario.split(",").map((name) => {
  const scenario = findScenario(name);
  if (scenario === null) throw new Error(`There is no scenario ${name}.`);
  return scenario;
});
const { seed, count, minutes } = options;
console.log(`seed ${seed}: ${count} sites, ${minutes} minutes of ${options.scenario} in turn`);

const server = await startServer({ spareSites: count });
// Plants that run fast have something to say each second.
const clock = new FleetClock({ speed: 60, startAt: Date.now() - DAY_MS });
const faults: Record<string, number> = {};
const ends: Record<string, number> = {};
const records: ReturnType<typeof recordSamples>[] = [];
const sites = server.fleet.sites.flatMap(({ profile, ...site }) => {
  if (profile === null || site.group !== "spare") return [];
  const plant = makePlant({ ...site, profile }, seed, clock.plant());
  const record = recordSamples(site.serial, plant);
  records.push(record);
  return new SimulatedSite({
    site,
    plant,
    clock,
    dial: record.watch(dialPortal(server.url)),
    seed,
    flash: keepInMemory(),
    waitScale: 0.5,
    dialAt: clock.wall(),
    onFault: ({ fault: { kind } }) => add(faults, kind),
    onLink: (end) => end !== null && add(ends, end.reason),
  });
});
const timer = setInterval(() => {
  for (const site of sites) site.tick();
}, TICK_MS);

await until(() => countOnline() === count, 60_000);
sites.forEach((site, index) => {
  const scenario = scenarios[index % scenarios.length];
  if (scenario !== undefined) site.begin(scenario);
});
await pause(minutes * 60_000);
console.log(`faults ${JSON.stringify(faults)}, ends ${JSON.stringify(ends)}`);
for (const site of sites) for (const scenario of scenarios) site.end(scenario);
const begun = Date.now();
for (const record of records) record.stop();
const isWell = await until(
  () => countOnline() === count && countWaiting() === 0,
  WELL_AGAIN_WITHIN_MS,
);
console.log(
  `${countOnline()} online, ${countWaiting()} waiting after ${Math.round((Date.now() - begun) / 1_000)} s`,
);
clearInterval(timer);
const file = join(server.state.root, "sampled.jsonl");
for (const record of records) record.writeTo(file);
for (const site of sites) site.stop();
let stored = NOTHING_COMPARED;
await server.stop((state) => {
  stored = compareWithStored(file, state.resources);
});
const unmet = listKinds().filter((kind) => faults[kind] === undefined);
if (unmet.length > 0) console.log(`no site ever met: ${unmet.join(", ")}`);
const isDisturbed = unmet.length === 0 || count * minutes < SITE_MINUTES;
const isRight = isDisturbed && isWell && stored.sites === count && isComplete(stored);
console.log(`${describeComparison(stored)}: ${isRight ? "holds" : "DOES NOT HOLD"}`);
process.exit(isRight ? 0 : 1);

/** What these scenarios do to a line, sooner or later. */
function listKinds(): string[] {
  const recipes = scenarios.flatMap(({ faults: recipe }) => recipe?.(seed)(0, DAY_MS) ?? []);
  return [...new Set(recipes.map(({ fault }) => fault.kind))];
}

function countOnline(): number {
  return sites.filter(({ logger }) => logger.state === "online").length;
}

function countWaiting(): number {
  return sites.reduce((sum, { logger }) => sum + logger.waiting, 0);
}

async function until(isSo: () => boolean, withinMs: number): Promise<boolean> {
  for (const end = Date.now() + withinMs; Date.now() < end; await pause(TICK_MS))
    if (isSo()) return true;
  return false;
}

function add(counts: Record<string, number>, what: string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}
