import { useState } from "react";
import {
  inputOfRule,
  inputOfValues,
  type LimitName,
  NEW_RULE,
  type RuleInput,
} from "#app/alarms/rules/rule-input.ts";
import { limitAxis, limitStep, roundLimit } from "#app/charts/limit-axis.ts";
import { typedNumber } from "#app/typed-number.ts";
import type { AlarmResult, Rule } from "./alarm-data.ts";

/** Pairs of a limit that raises the alarm and the one that ends it. */
const CLEAR_OF: Partial<Record<LimitName, LimitName>> = {
  lowAlarm: "lowClear",
  highAlarm: "highClear",
};

/** The values of the editor: those of the rule, or those that were sent without scripts and refused. */
export function useRuleInput(rule: Rule | null, result: AlarmResult | null | undefined) {
  const [input, setInput] = useState<RuleInput>(() =>
    result?.problem ? inputOfValues(result.values) : rule === null ? NEW_RULE : inputOfRule(rule),
  );
  const change = (changes: Partial<RuleInput>) => setInput((before) => ({ ...before, ...changes }));
  return { input, change };
}

/**
 * Completes a side whose limit that ends the alarm was left empty, with a margin of a few steps.
 * @returns the changes; empty if nothing is missing
 */
export function completeSides(
  input: RuleInput,
  values: { min: number; max: number } | null,
  allowed: { min: number; max: number },
  decimals: number | undefined,
): Partial<Record<LimitName, string>> {
  const limits = [typedNumber(input.lowAlarm), typedNumber(input.highAlarm)].map((limit) =>
    limit === undefined || Number.isNaN(limit) ? null : limit,
  );
  const step = limitStep(limitAxis(values, limits, allowed), decimals);
  const changes: Partial<Record<LimitName, string>> = {};
  for (const [alarm, clear] of Object.entries(CLEAR_OF) as [LimitName, LimitName][]) {
    const limit = typedNumber(input[alarm]);
    if (input[clear].trim() !== "" || limit === undefined || Number.isNaN(limit)) continue;
    const inward = alarm === "lowAlarm" ? 2 : -2;
    changes[clear] = String(roundLimit(limit + inward * step, step));
  }
  return changes;
}
