/** A logger, a site's object and its viewers agree in the end, whatever happens on the lines between them. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { z } from "zod";
import { hashText } from "#simulator/random.ts";
import { readProbeOptions } from "../support/probe-options.ts";
import { PLANTED_FAULTS } from "./wire/plants.ts";
import { runSeed, type SeedRun } from "./wire/run/run-seed.ts";

/** Within so many seeds every planted fault is found. */
const MAX_SEEDS = 60;
const SHOWN_FAULTS = 6;

const options = readProbeOptions(env.PROBE, {
  seed: z.coerce.number().int().default(1),
  count: z.coerce.number().int().min(1).default(20),
  /** Most steps of a seed. */
  steps: z.coerce.number().int().min(1).default(200),
  /** So many lines of each seed's trace are shown. */
  trace: z.coerce.number().int().default(0),
  /** Wakes all planted faults one after the other, or one by its name. */
  planted: z.string().optional(),
  plant: z.enum(PLANTED_FAULTS.map(({ name }) => name)).optional(),
});
const isPlanted = options.planted !== undefined || options.plant !== undefined;

let lastSite = 0;
function run(seed: number): Promise<SeedRun> {
  lastSite += 1;
  return runSeed(lastSite, seed, options.steps);
}

test.skipIf(isPlanted)("everything agrees in the end", async () => {
  const begun = performance.now();
  const failed: number[] = [];
  const totals: Record<string, number> = {};
  let steps = 0;
  let slowest = 0;
  for (let seed = options.seed; seed < options.seed + options.count; seed++) {
    const result = await run(seed);
    steps += result.steps;
    slowest = Math.max(slowest, result.agreedAfterMs);
    for (const [name, n] of Object.entries(result.counts)) totals[name] = (totals[name] ?? 0) + n;
    if (result.faults.length > 0) failed.push(seed);
    console.log(describeSeed(result));
    for (const fault of result.faults.slice(0, SHOWN_FAULTS)) console.log(`    ${fault}`);
    if (options.trace > 0) console.log(result.trace.slice(-options.trace).join("\n"));
  }
  const seconds = (performance.now() - begun) / 1000;
  console.log(`${options.count} seeds from ${options.seed}, ${steps} steps, ${totalsText(totals)}`);
  if (failed.length === 0)
    console.log(
      `all agreed within ${(slowest / 1000).toFixed(1)} virtual s of the last reconnection`,
    );
  console.log(`${seconds.toFixed(1)} s, ${(options.count / seconds).toFixed(2)} seeds/s`);
  console.log(failed.length === 0 ? "✓ no seed failed" : `✗ failed: ${failed.join(", ")}`);
  expect(failed).toEqual([]);
});

test.runIf(isPlanted)("every planted fault is found", async () => {
  const unfound: string[] = [];
  const global = globalThis as { helioportPlantedFault?: string };
  for (const { name, what } of PLANTED_FAULTS) {
    if (options.plant !== undefined && options.plant !== name) continue;
    global.helioportPlantedFault = name;
    const found = await findFault();
    delete global.helioportPlantedFault;
    console.log(`${found === null ? "✗" : "✓"} ${name}: ${what}`);
    console.log(`    ${found ?? `not found in ${MAX_SEEDS} seeds`}`);
    if (found === null) unfound.push(name);
  }
  expect(unfound).toEqual([]);
});

async function findFault(): Promise<string | null> {
  for (let seed = options.seed; seed < options.seed + MAX_SEEDS; seed++) {
    const { faults } = await run(seed);
    if (faults[0] !== undefined) return `seed ${seed}: ${faults[0].slice(0, 200)}`;
  }
  return null;
}

/** The same trace has the same hash: so a replay is compared. */
function describeSeed({ seed, steps, faults, trace }: SeedRun): string {
  const lasted = `${steps} steps, ${trace.at(-1)?.split(" ", 1)[0] ?? "0"} virtual s`;
  const hash = hashText(trace.join("\n")).toString(16).padStart(8, "0");
  return `${faults.length === 0 ? "✓" : "✗"} seed ${seed}: ${lasted}, trace ${hash}`;
}

function totalsText(totals: Record<string, number>): string {
  const { said = 0, answered = 0, hibernated = 0, closed = 0, accepted = 0, rang = 0 } = totals;
  return (
    `${said} frames in, ${answered} out, ${accepted} connections, ` +
    `${hibernated} hibernations, ${closed} evictions that closed, ${rang} alarms`
  );
}
