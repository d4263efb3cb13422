import { typedNumber } from "#app/typed-number.ts";
import type { AlarmRule } from "#domain/alarms/site-rules.ts";
import { compareFields, type RuleChange } from "./rule-conflict.ts";

/** The four limits of a rule, from the lowest to the highest. */
export const LIMIT_NAMES = ["lowAlarm", "lowClear", "highClear", "highAlarm"] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];
/** Durations of a rule, s. */
export const DURATION_NAMES = ["sustainTime", "notifyAfter"] as const;

/** A rule as it is typed. */
export type RuleInput = Record<LimitName | (typeof DURATION_NAMES)[number] | "name", string> &
  Pick<AlarmRule, "level" | "monitor" | "isOpen" | "addresses"> & {
    /** Values that raise the alarm, as texts; null for a rule with limits. */
    isOneOf: readonly string[] | null;
  };

/** The fields of a rule that the editor changes. */
export type EditedRule = Pick<
  AlarmRule,
  | LimitName
  | (typeof DURATION_NAMES)[number]
  | "level"
  | "monitor"
  | "isOpen"
  | "addresses"
  | "isOneOf"
> & { name?: string };

export const NEW_RULE: RuleInput = {
  name: "",
  lowAlarm: "",
  lowClear: "",
  highClear: "",
  highAlarm: "",
  sustainTime: "60",
  notifyAfter: "0",
  level: "fault",
  monitor: "all",
  isOpen: true,
  addresses: [],
  isOneOf: null,
};

/** Fills the editor with a rule. */
export function inputOfRule(rule: AlarmRule): RuleInput {
  const { name = "", sustainTime, notifyAfter, level, monitor, isOpen, addresses } = rule;
  const limit = (value: number | null) => (value === null ? "" : String(value));
  return {
    name,
    lowAlarm: limit(rule.lowAlarm),
    lowClear: limit(rule.lowClear),
    highClear: limit(rule.highClear),
    highAlarm: limit(rule.highAlarm),
    sustainTime: String(sustainTime),
    notifyAfter: String(notifyAfter),
    level,
    monitor,
    isOpen,
    addresses,
    isOneOf: rule.isOneOf?.map(String) ?? null,
  };
}

/** Prefixes of the names of check boxes: further registers, and values. */
export const ADDRESS_FIELD = "address:";
export const VALUE_FIELD = "value:";

/** Fills the editor with a form that was sent without scripts. */
export function inputOfValues(values: Readonly<Record<string, string>>): RuleInput {
  const text = (name: string) => values[name] ?? "";
  const named = (prefix: string) =>
    Object.keys(values).flatMap((name) =>
      name.startsWith(prefix) ? [name.slice(prefix.length)] : [],
    );
  return {
    name: text("name"),
    lowAlarm: text("lowAlarm"),
    lowClear: text("lowClear"),
    highClear: text("highClear"),
    highAlarm: text("highAlarm"),
    sustainTime: text("sustainTime"),
    notifyAfter: text("notifyAfter"),
    level: text("level") === "warning" ? "warning" : "fault",
    monitor:
      text("monitor") === "disabled" ? "disabled" : text("monitor") === "faults" ? "faults" : "all",
    isOpen: "isOpen" in values,
    addresses: named(ADDRESS_FIELD),
    isOneOf: text("kind") === "values" ? [...named(VALUE_FIELD), ...linesOf(text("texts"))] : null,
  };
}

/** Splits typed texts, one on each line. */
export function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/**
 * Reads what is typed.
 * @returns the rule, and the fields whose text is no number or missing
 */
export function readRuleInput(input: RuleInput): {
  rule: EditedRule;
  faults: Record<string, "required" | "wrongValue">;
} {
  const faults: Record<string, "required" | "wrongValue"> = {};
  const number = (name: LimitName | (typeof DURATION_NAMES)[number]): number | null => {
    const value = typedNumber(input[name]);
    if (Number.isNaN(value)) faults[name] = "wrongValue";
    return value === undefined || Number.isNaN(value) ? null : value;
  };
  const seconds = (name: (typeof DURATION_NAMES)[number]): number => {
    const value = number(name);
    if (value === null) faults[name] ??= "required";
    return value ?? 0;
  };
  const { level, monitor, isOpen, isOneOf } = input;
  const hasLimits = isOneOf === null;
  const limit = (name: LimitName) => (hasLimits ? number(name) : null);
  const rule = {
    name: input.name.trim(),
    lowAlarm: limit("lowAlarm"),
    lowClear: limit("lowClear"),
    highClear: limit("highClear"),
    highAlarm: limit("highAlarm"),
    sustainTime: seconds("sustainTime"),
    notifyAfter: seconds("notifyAfter"),
    level,
    monitor,
    isOpen,
    addresses: [...input.addresses],
    isOneOf: isOneOf?.map(readValue) ?? null,
  };
  const isEmpty = hasLimits
    ? LIMIT_NAMES.every((name) => rule[name] === null && faults[name] === undefined)
    : rule.isOneOf?.length === 0;
  if (isEmpty) faults[hasLimits ? "highAlarm" : "isOneOf"] = "required";
  return { rule, faults };
}

/** Values of enum registers are numbers. */
function readValue(text: string): string | number {
  return /^-?\d{1,9}$/.test(text) ? Number(text) : text;
}

const COMPARED = [
  "name",
  ...LIMIT_NAMES,
  ...DURATION_NAMES,
  "level",
  "monitor",
  "isOpen",
  "addresses",
  "isOneOf",
] as const;

/** Lists what differs between the rule that was edited and the stored one. */
export function compareRules(before: Partial<AlarmRule>, after: AlarmRule): RuleChange[] {
  return compareFields(COMPARED, before, after);
}
