import { DEFAULT_PLAN } from "#domain/rollouts/limits.ts";
import type { RolloutPlan } from "#domain/rollouts/rollout-plan.ts";
import { SITE_STATES } from "#domain/rollouts/states.ts";
import { sizesOfWaves } from "#domain/rollouts/waves.ts";
import { type ListedRollout, LOOKS, type Look, lookOf } from "./rollouts-data.ts";

/** Sites by look. */
export type LookCounts = Readonly<Record<Look, number>>;

export type WaveCells = {
  /** 0 is the canary. */
  wave: number;
  /** Sites up to the end of the wave, % of all that take part; null for the canary. */
  percent: number | null;
  /** Looks of the sites in the order in which they are begun, as digits: their places in `LOOKS`. */
  looks: string;
  counts: LookCounts;
};

/** The sites of a rollout by wave, and those that are left out. */
export type RolloutCells = {
  waves: readonly WaveCells[];
  skipped: string;
  counts: LookCounts;
};

/**
 * Divides the sites of a rollout into its waves.
 * @param states digits of the states in the order of the rollout
 * @param plan null if its thresholds are not valid
 */
export function cellsOf(states: string, plan: RolloutPlan | null): RolloutCells {
  const looks = [...states].map((digit) => lookOf(SITE_STATES[Number(digit)] ?? "unchecked"));
  const taking = looks.filter((look) => look !== "skipped");
  const used = plan ?? DEFAULT_PLAN;
  let begin = 0;
  const waves = sizesOfWaves(used, taking.length).flatMap((size, wave): WaveCells[] => {
    const own = taking.slice(begin, begin + size);
    begin += size;
    if (size === 0) return [];
    const percent = wave === 0 ? null : (used.waves[wave - 1] ?? 100);
    return [{ wave, percent, looks: digitsOf(own), counts: countLooks(own) }];
  });
  const skipped = looks.filter((look) => look === "skipped");
  return { waves, skipped: digitsOf(skipped), counts: countLooks(looks) };
}

export function countLooks(looks: readonly Look[]): LookCounts {
  const counts: Record<Look, number> = {
    ...{ pending: 0, working: 0, watching: 0, succeeded: 0, failed: 0, skipped: 0 },
  };
  for (const look of looks) counts[look] += 1;
  return counts;
}

function digitsOf(looks: readonly Look[]): string {
  return looks.map((look) => LOOKS.indexOf(look)).join("");
}

type SiteCounts = ListedRollout["sites"];

/** Counts by look, of a list that has only the number of sites in progress. */
export function countsOf(sites: SiteCounts): LookCounts {
  const { unchecked, pending, inProgress, succeeded, failed, skipped } = sites;
  return {
    ...{ pending: unchecked + pending, working: inProgress, watching: 0 },
    ...{ succeeded, failed, skipped },
  };
}
