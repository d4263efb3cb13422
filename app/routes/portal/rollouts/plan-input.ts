import { withLimit } from "#app/forms/form-problem.ts";
import { typedNumber } from "#app/typed-number.ts";
import {
  DEFAULT_PLAN,
  HEALTH_MS,
  MAX_FAILED_PERCENT,
  MAX_IN_PROGRESS,
  MAX_MIN_ENDED,
} from "#domain/rollouts/limits.ts";
import type { RolloutPlan } from "#domain/rollouts/rollout-plan.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";

/** Shares up to each wave that may be chosen, %. */
export const WAVE_CHOICES = {
  usual: DEFAULT_PLAN.waves,
  careful: [1, 5, 25, 100],
  single: [1, 2, 5, 10, 25, 50, 100],
} as const satisfies Record<string, RolloutPlan["waves"]>;
export type WaveChoice = keyof typeof WAVE_CHOICES;

/** Periods of health that may be chosen, ms. */
export const HEALTH_CHOICES = [HEALTH_MS, 30 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, DAY_MS] as const;

/** Thresholds as they are typed and chosen. */
export type PlanInput = {
  canary: number;
  waves: WaveChoice;
  healthMs: number;
  maxInProgress: string;
  maxFailedPercent: string;
  minEnded: string;
};
export type PlanField = "maxInProgress" | "maxFailedPercent" | "minEnded";

export const USUAL_INPUT: PlanInput = {
  canary: DEFAULT_PLAN.canary,
  waves: "usual",
  healthMs: DEFAULT_PLAN.healthMs,
  maxInProgress: String(DEFAULT_PLAN.maxInProgress),
  maxFailedPercent: String(DEFAULT_PLAN.maxFailedPercent),
  minEnded: String(DEFAULT_PLAN.minEnded),
};

/** Message of a share that is not above 0, which the field explains itself. */
export const NOT_ABOVE_ZERO = "tooSmall";

/**
 * Reads the thresholds. None of them may be 0, empty or no number.
 * @returns the plan, and the message key of each wrong field; the plan is null if there is any
 */
export function readPlan(input: PlanInput): {
  plan: RolloutPlan | null;
  faults: Partial<Record<PlanField, string>>;
} {
  const faults: Partial<Record<PlanField, string>> = {};
  const read = (field: PlanField, max: number, isWhole: boolean) => {
    const value = typedNumber(input[field]);
    const fault = findFault(value, max, isWhole);
    if (fault !== null) faults[field] = fault;
    return value ?? 0;
  };
  const plan: RolloutPlan = {
    canary: input.canary,
    healthMs: input.healthMs,
    waves: [...WAVE_CHOICES[input.waves]],
    maxInProgress: read("maxInProgress", MAX_IN_PROGRESS, true),
    maxFailedPercent: read("maxFailedPercent", MAX_FAILED_PERCENT, false),
    minEnded: read("minEnded", MAX_MIN_ENDED, true),
  };
  return { plan: Object.keys(faults).length === 0 ? plan : null, faults };
}

function findFault(value: number | undefined, max: number, isWhole: boolean): string | null {
  if (value === undefined) return "required";
  if (Number.isNaN(value)) return "wrongValue";
  if (value <= 0) return NOT_ABOVE_ZERO;
  if (value > max) return withLimit("tooBig", max);
  return isWhole && !Number.isInteger(value) ? "wrongValue" : null;
}
