import { expect } from "vitest";
import { seededRandom } from "#simulator/random.ts";
import { Chance } from "../../support/seeded-chance.ts";
import { runLoggerFrames } from "./logger-run.ts";
import { runRefusals } from "./refusals.ts";
import type { Tally } from "./run-report.ts";
import { runViewerFrames } from "./viewer-run.ts";
import { makeWorld, type World } from "./world.ts";

/** So much of a run are frames of loggers, the rest of viewers; upgrades come on top. */
const OF_LOGGERS = 0.6;
const UPGRADES = 0.04;

type Part = { sent: number; tally: Tally; faults?: string[] };

/** A whole run. @param print gets a line of counts after each part */
export async function runFrames(seed: number, total: number, print: (line: string) => void) {
  const world = await makeWorld();
  const ofLoggers = Math.round(total * OF_LOGGERS);
  const parts: [string, (world: World, chance: Chance, count: number) => Promise<Part>, number][] =
    [
      ["upgrades refused", runRefusals, Math.max(60, Math.round(total * UPGRADES))],
      ["logger frames", runLoggerFrames, ofLoggers],
      ["viewer frames", runViewerFrames, total - ofLoggers],
    ];
  const faults: string[] = [];
  for (const [index, [name, run, count]] of parts.entries()) {
    const begin = Date.now();
    const part = await run(world, new Chance(seededRandom(seed * parts.length + index)), count);
    const perSecond = Math.round((part.sent * 1_000) / Math.max(1, Date.now() - begin));
    const counts = Object.entries(part.tally).sort(([one], [other]) => (one < other ? -1 : 1));
    print(`${name}: ${part.sent}, ${perSecond} a second`);
    for (const [what, times] of counts) print(`  ${what}: ${times}`);
    faults.push(...(part.faults ?? []));
  }
  expect(faults).toEqual([]);
}
