import type { AlarmRule } from "./site-rules.ts";

/** The limits of a rule and their bounds, in the unit of the rule. */
export type Limits = Pick<
  AlarmRule,
  "min" | "max" | "lowAlarm" | "lowClear" | "highAlarm" | "highClear"
>;
type LimitName = Exclude<keyof Limits, "min" | "max">;

/** A refused limit: the key of its message in the `problems` namespace, and the bound that it exceeds if any. */
export type LimitFault = { message: string; limit?: { min: number } | { max: number } };

const PAIRS: readonly [alarm: LimitName, clear: LimitName][] = [
  ["lowAlarm", "lowClear"],
  ["highAlarm", "highClear"],
];
/** Each of these limits must be below the next one, or at most equal to it. */
const ORDER: readonly [below: LimitName, above: LimitName, mayEqual: boolean][] = [
  ["lowAlarm", "lowClear", false],
  ["lowClear", "highClear", true],
  ["highClear", "highAlarm", false],
];

/**
 * Checks that the limits are in order (`lowAlarm < lowClear ≤ highClear < highAlarm`) and within `min … max`. A side with
 * two null values is not monitored; one null value of a side is a fault.
 * @returns the faults by field; empty if there are none
 */
export function findLimitFaults(limits: Limits): Partial<Record<keyof Limits, LimitFault>> {
  const { min, max } = limits;
  if (min > max) return { max: { message: "tooSmall", limit: { min } } };
  const faults: Partial<Record<LimitName, LimitFault>> = {};
  for (const [alarm, clear] of PAIRS) {
    if (limits[alarm] === null && limits[clear] !== null) faults[alarm] = { message: "required" };
    if (limits[clear] === null && limits[alarm] !== null) faults[clear] = { message: "required" };
    for (const name of [alarm, clear]) {
      const value = limits[name];
      if (value === null) continue;
      if (value < min) faults[name] = { message: "tooSmall", limit: { min } };
      if (value > max) faults[name] = { message: "tooBig", limit: { max } };
    }
  }
  for (const [below, above, mayEqual] of ORDER) {
    const low = limits[below];
    const high = limits[above];
    if (low === null || high === null) continue;
    if (low > high || (low === high && !mayEqual)) faults[above] ??= { message: "limitOrder" };
  }
  return faults;
}
