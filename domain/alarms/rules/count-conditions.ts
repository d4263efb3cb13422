import type { AlarmRule } from "../site-rules.ts";

/** Returns the number of conditions that a rule adds for each of its registers: one for every value of an "is one of" rule. */
export function conditionsOf({ isOneOf }: Pick<AlarmRule, "isOneOf">): number {
  return Math.max(1, isOneOf?.length ?? 1);
}
