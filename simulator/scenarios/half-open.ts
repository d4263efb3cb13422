import { MINUTE_MS } from "#domain/units/durations.ts";
import type { Direction } from "../link/fault.ts";
import { listedFaults, mergedFaults, seededFaults } from "../link/fault-schedule.ts";
import { hashNumbers, seededRandom } from "../random.ts";
import { lineScenario } from "./scenario.ts";

const EVERY_MS = 3 * MINUTE_MS;

function chooseWay(random: () => number): Direction | "both" {
  const chance = random();
  if (chance < 0.5) return "both";
  return chance < 0.75 ? "up" : "down";
}

/** Begins at once for a visible effect, and again in each three minutes; both sides have to detect it each time. */
export const halfOpen = lineScenario(
  "half-open",
  "the connection looks alive and nothing passes, in one direction or both",
  (seed) => {
    const make = (random: () => number) =>
      [{ kind: "half-open", direction: chooseWay(random) }] as const;
    const [first] = make(seededRandom(hashNumbers(seed, 1)));
    return mergedFaults([
      listedFaults([{ at: 0, fault: first }]),
      seededFaults(seed, { everyMs: EVERY_MS, choices: [{ weight: 1, make }] }),
    ]);
  },
);
