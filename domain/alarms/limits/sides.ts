import type { RegisterValue } from "#domain/registers/register.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import type { AlarmRow } from "../alarm-row.ts";
import type { AlarmRule } from "../site-rules.ts";

/** Sides of a rule, each with its own state machine; `value` is the only one of an "is one of" rule. */
export const SIDES = ["low", "high", "value"] as const;
export type Side = (typeof SIDES)[number];

/** The condition that one side of a rule monitors at one register. */
export type SideCondition = {
  readonly side: Side;
  /** Limits in the unit of the rule; 0 for an "is one of" rule. */
  readonly alarm: number;
  readonly clear: number;
  /** Texts of the values that raise the alarm; null for a limit. */
  readonly values: ReadonlySet<string> | null;
  /** Duration for which a value must breach or clear the condition, ms. */
  readonly sustainMs: number;
};

/** Why a rule does not monitor a side of a register. */
export type Unmonitored = "rule changed" | "rule disabled";

/** Meaning of a value for a condition. `between` changes nothing, `missing` interrupts a run. */
export type Reading = "breach" | "clear" | "between" | "missing";

/** Returns whether a rule evaluates anything: it is open, and its `monitor` includes its level. */
export function isMonitoring(rule: Pick<AlarmRule, "isOpen" | "monitor" | "level">): boolean {
  if (!rule.isOpen || rule.monitor === "disabled") return false;
  return rule.monitor === "all" || rule.level === "fault";
}

/**
 * Finds the condition of one side of a rule at a register.
 * @param rule the version of the rule in force; null if it was deleted
 * @param address register address
 * @returns the condition, or why the side is not monitored
 */
export function findCondition(
  rule: AlarmRule | null,
  address: string,
  side: Side,
): SideCondition | Unmonitored {
  if (rule === null || !isMonitoring(rule)) return "rule disabled";
  if (rule.address !== address && !rule.addresses.includes(address)) return "rule changed";
  const sustainMs = rule.sustainTime * SECOND_MS;
  if (rule.isOneOf !== null) {
    if (side !== "value") return "rule changed";
    return { side, alarm: 0, clear: 0, values: new Set(rule.isOneOf.map(String)), sustainMs };
  }
  const [alarm, clear] =
    side === "low" ? [rule.lowAlarm, rule.lowClear] : [rule.highAlarm, rule.highClear];
  if (side === "value" || alarm === null) return "rule changed";
  return { side, alarm, clear: clear ?? alarm, values: null, sustainMs };
}

/** Returns the sides of a rule that can have a state: both limits, or the set of values. */
export function sidesOf(rule: Pick<AlarmRule, "isOneOf">): readonly Side[] {
  return rule.isOneOf === null ? ["low", "high"] : ["value"];
}

/**
 * Compares a value with a condition. A value breaches a high limit if it is greater and clears it if it is less than
 * the clear limit; equal values are `between`. A text at a limit is no value.
 */
export function readValue(condition: SideCondition, value: RegisterValue): Reading {
  if (value === null) return "missing";
  if (condition.values !== null) return condition.values.has(String(value)) ? "breach" : "clear";
  if (typeof value !== "number") return "missing";
  if (condition.side === "high") {
    if (value > condition.alarm) return "breach";
    return value < condition.clear ? "clear" : "between";
  }
  if (value < condition.alarm) return "breach";
  return value > condition.clear ? "clear" : "between";
}

/** Returns whether two conditions read every value alike; their sustain times may differ. */
export function haveSameLimits(one: SideCondition, other: SideCondition): boolean {
  if (one.values === null || other.values === null) {
    return one.values === other.values && one.alarm === other.alarm && one.clear === other.clear;
  }
  const { values } = other;
  return one.values.size === values.size && [...one.values].every((value) => values.has(value));
}

/** Returns the key of an alarm of a rule, as `AlarmRow.key`. */
export function limitKey(ruleId: number, address: string, side: Side): AlarmRow["key"] {
  return `rule/${ruleId}/${address}/${side}`;
}
