import { z } from "zod";
import { MINUTE_MS } from "../units/durations.ts";

/** Maximum number of sites of a rollout that are in progress at the same time. */
export const MAX_IN_PROGRESS = 20;
/** Maximum number of sites that are updated first. */
export const MAX_CANARY = 3;
/** Maximum number of sites of a rollout. */
export const MAX_ROLLOUT_SITES = 2_000;
/** Time for which a site has to stay healthy after its change, ms. */
export const HEALTH_MS = 15 * MINUTE_MS;

const percent = z.number().gt(0).max(100);

/** Thresholds of a rollout. None has a default here: a rollout without one of them does not start. */
export const rolloutPlan = z.object({
  /** Number of sites of the first wave. */
  canary: z.int().min(1).max(MAX_CANARY),
  /** Time for which each site has to stay healthy before it counts as a success, ms. */
  healthMs: z.int().min(1),
  /** Sites up to each wave after the canary, in % of all; the last one is 100. */
  waves: z
    .array(percent)
    .min(1)
    .refine((waves) => waves.every((wave, place) => wave > (waves[place - 1] ?? 0)), {
      error: "must increase",
    })
    .refine((waves) => waves.at(-1) === 100, { error: "must end with 100" }),
  maxInProgress: z.int().min(1).max(MAX_IN_PROGRESS),
  /** Share of failed sites above which it stops, %. */
  maxFailedPercent: z.number().gt(0).lt(100),
  /** Number of ended sites from which on the share counts. */
  minEnded: z.int().min(1),
});
export type RolloutPlan = z.infer<typeof rolloutPlan>;

/** The plan of the contract. */
export const DEFAULT_PLAN: RolloutPlan = {
  canary: 1,
  healthMs: HEALTH_MS,
  waves: [5, 25, 100],
  maxInProgress: MAX_IN_PROGRESS,
  maxFailedPercent: 5,
  minEnded: 10,
};
