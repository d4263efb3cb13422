import { z } from "zod";
import { DAY_MS } from "../units/durations.ts";
import {
  HEALTH_MS,
  MAX_CANARY,
  MAX_FAILED_PERCENT,
  MAX_IN_PROGRESS,
  MAX_MIN_ENDED,
  MAX_WAVES,
  WAVES,
} from "./limits.ts";

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
