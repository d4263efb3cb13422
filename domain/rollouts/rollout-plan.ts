import { z } from "zod";
import { DAY_MS, MINUTE_MS } from "../units/durations.ts";

/** Maximum number of sites of a rollout that are in progress at the same time. */
export const MAX_IN_PROGRESS = 20;
/** Maximum number of sites that are updated first. */
export const MAX_CANARY = 3;
/** Maximum number of waves after the canary. */
export const MAX_WAVES = 10;
/** Maximum number of sites of a rollout. */
export const MAX_ROLLOUT_SITES = 2_000;
/** Time for which a site has to stay healthy after its change, ms. */
export const HEALTH_MS = 15 * MINUTE_MS;
/** Maximum share of all sites up to the end of each wave after the canary, %; the last wave has all. */
export const WAVES = [5, 25, 100] as const;
/** Share of failed sites above which a rollout stops, %, and the number of ended sites from which on it counts. */
export const MAX_FAILED_PERCENT = 5;
export const MAX_MIN_ENDED = 10;

const percent = z.number().gt(0).max(100);

/**
 * Thresholds of a rollout, which may be stricter than the usual ones and not more lenient. None has a default here: a
 * rollout without one of them does not start.
 */
export const rolloutPlan = z.object({
  /** Number of sites of the first wave. */
  canary: z.int().min(1).max(MAX_CANARY),
  /** Time for which each site has to stay healthy before it counts as a success, ms. */
  healthMs: z.int().min(HEALTH_MS).max(DAY_MS),
  /** Sites up to each wave after the canary, in % of all; the last one is 100. */
  waves: z
    .array(percent)
    .min(1)
    .max(MAX_WAVES)
    .refine((waves) => waves.every((wave, place) => wave > (waves[place - 1] ?? 0)), {
      error: "must increase",
    })
    .refine((waves) => waves.at(-1) === 100, { error: "must end with 100" })
    .refine((waves) => waves.every((wave, place) => wave <= (WAVES[place] ?? 100)), {
      error: "must not exceed the usual waves",
    }),
  maxInProgress: z.int().min(1).max(MAX_IN_PROGRESS),
  /** Share of failed sites above which it stops, %. */
  maxFailedPercent: z.number().gt(0).max(MAX_FAILED_PERCENT),
  /** Number of ended sites from which on the share counts. */
  minEnded: z.int().min(1).max(MAX_MIN_ENDED),
});
export type RolloutPlan = z.infer<typeof rolloutPlan>;

/** The plan of the contract. */
export const DEFAULT_PLAN: RolloutPlan = {
  canary: 1,
  healthMs: HEALTH_MS,
  waves: [...WAVES],
  maxInProgress: MAX_IN_PROGRESS,
  maxFailedPercent: MAX_FAILED_PERCENT,
  minEnded: MAX_MIN_ENDED,
};
