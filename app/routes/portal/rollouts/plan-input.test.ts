import { expect, test } from "vitest";
import { DEFAULT_PLAN } from "#domain/rollouts/limits.ts";
import { rolloutPlan } from "#domain/rollouts/rollout-plan.ts";
import {
  HEALTH_CHOICES,
  readPlan,
  USUAL_INPUT,
  WAVE_CHOICES,
  type WaveChoice,
} from "./plan-input.ts";

test("the usual thresholds are those of the server, and every choice is one that it accepts", () => {
  expect(readPlan(USUAL_INPUT)).toEqual({ plan: DEFAULT_PLAN, faults: {} });
  for (const waves of Object.keys(WAVE_CHOICES) as WaveChoice[])
    for (const healthMs of HEALTH_CHOICES)
      for (const canary of [1, 2, 3]) {
        const { plan } = readPlan({ ...USUAL_INPUT, waves, healthMs, canary });
        expect(rolloutPlan.safeParse(plan).error).toBeUndefined();
      }
});

test.each([
  ["maxFailedPercent", "", "required"],
  ["maxFailedPercent", "0", "tooSmall"],
  ["maxFailedPercent", "-1", "tooSmall"],
  ["maxFailedPercent", "NaN", "wrongValue"],
  ["maxFailedPercent", "5.1", "tooBig:5"],
  ["maxInProgress", "0", "tooSmall"],
  ["maxInProgress", "21", "tooBig:20"],
  ["maxInProgress", "2.5", "wrongValue"],
  ["minEnded", "11", "tooBig:10"],
] as const)("a threshold %s of “%s” is refused", (field, typed, fault) => {
  expect(readPlan({ ...USUAL_INPUT, [field]: typed })).toEqual({
    plan: null,
    faults: { [field]: fault },
  });
});

test("a share may have decimals, in the digits and with the sign of the reader", () => {
  expect(readPlan({ ...USUAL_INPUT, maxFailedPercent: "٢٫٥" }).plan?.maxFailedPercent).toBe(2.5);
});
