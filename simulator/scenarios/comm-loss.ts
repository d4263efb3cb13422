import { MINUTE_MS } from "#domain/units/durations.ts";
import type { Fault } from "../link/fault.ts";
import { listedFaults, mergedFaults, seededFaults } from "../link/fault-schedule.ts";
import { hashNumbers, seededRandom } from "../random.ts";
import { lineScenario } from "./scenario.ts";

const EVERY_MS = 10 * MINUTE_MS;
const MIN_DURATION_MS = MINUTE_MS;
const MAX_DURATION_MS = 4 * MINUTE_MS;

function loseSignal(random: () => number): Fault[] {
  const forMs = Math.round(MIN_DURATION_MS + (MAX_DURATION_MS - MIN_DURATION_MS) * random());
  const isSilent = random() < 0.5;
  return [
    isSilent ? { kind: "half-open", direction: "both" } : { kind: "cut" },
    { kind: "refuse", forMs, unanswered: isSilent },
  ];
}

/** Begins at once, and again in each ten minutes. */
export const commLoss = lineScenario(
  "comm-loss",
  "no connection for one to four minutes, with or without a word, again and again",
  (seed) =>
    mergedFaults([
      listedFaults(
        loseSignal(seededRandom(hashNumbers(seed, 1))).map((fault) => ({ at: 0, fault })),
      ),
      seededFaults(seed, { everyMs: EVERY_MS, choices: [{ weight: 1, make: loseSignal }] }),
    ]),
);
