import { compareFields, type RuleChange } from "#app/alarms/rules/rule-conflict.ts";
import {
  inputOfRule,
  inputOfValues,
  LIMIT_NAMES,
  NEW_RULE,
  type RuleInput,
  readRuleInput,
} from "#app/alarms/rules/rule-input.ts";
import { typedNumber } from "#app/typed-number.ts";
import type { PlatformRule } from "#domain/alarms/platform-rules.ts";
import type { AlarmRule } from "#domain/alarms/site-rules.ts";

const TEXT_NAMES = ["registerName", "unit", "min", "max"] as const;

/** A rule for all sites as it is typed: no devices are chosen, and its register is named. */
export type PlatformInput = Omit<RuleInput, "addresses" | "monitor"> &
  Record<(typeof TEXT_NAMES)[number], string>;

type Fault = "required" | "wrongValue";
type TypedRule = Omit<PlatformRule, "ruleId">;

export const NEW_PLATFORM_RULE: PlatformInput = {
  ...NEW_RULE,
  registerName: "",
  unit: "",
  min: "",
  max: "",
};

/** Fills the editor with a rule. */
export function inputOfPlatformRule(rule: PlatformRule): PlatformInput {
  const { registerName, unit = "", min, max } = rule;
  const shared = { alarmType: "custom", address: null, monitor: "all" } as const;
  const hasBounds = rule.isOneOf === null;
  return {
    ...inputOfRule({ ...rule, ...shared, addresses: [] } as AlarmRule),
    registerName,
    unit,
    min: hasBounds ? String(min) : "",
    max: hasBounds ? String(max) : "",
  };
}

/** Fills the editor with a form that was refused. */
export function inputOfPlatformValues(values: Readonly<Record<string, string>>): PlatformInput {
  const text = (name: (typeof TEXT_NAMES)[number]) => values[name] ?? "";
  return {
    ...inputOfValues(values),
    registerName: text("registerName"),
    unit: text("unit"),
    min: text("min"),
    max: text("max"),
  };
}

/**
 * Reads what is typed.
 * @returns the rule, and the fields whose text is no number or missing
 */
export function readPlatformInput(input: PlatformInput): {
  rule: TypedRule;
  faults: Record<string, Fault>;
} {
  const { rule: read, faults: found } = readRuleInput({ ...input, addresses: [], monitor: "all" });
  const faults: Record<string, Fault> = { ...found };
  const { addresses: _, monitor: __, name, ...rule } = read;
  const registerName = input.registerName.trim();
  if (registerName === "") faults.registerName = "required";
  // A rule on states has no limits and needs no bounds.
  const bound = (field: "min" | "max") => {
    if (input.isOneOf !== null) return 0;
    const value = typedNumber(input[field]);
    if (value === undefined) faults[field] = "required";
    else if (Number.isNaN(value)) faults[field] = "wrongValue";
    return value ?? 0;
  };
  const unit = input.unit.trim();
  return {
    rule: {
      ...rule,
      ...(name === "" || name === undefined ? {} : { name }),
      ...(unit === "" ? {} : { unit }),
      registerName,
      min: bound("min"),
      max: bound("max"),
    },
    faults,
  };
}

const COMPARED = [
  "name",
  "registerName",
  "unit",
  "min",
  "max",
  ...LIMIT_NAMES,
  "isOneOf",
  "sustainTime",
  "notifyAfter",
  "level",
  "isOpen",
] as const satisfies readonly (keyof PlatformRule)[];

/** Lists what differs between the rule that was edited and the stored one. */
export function comparePlatformRules(
  before: Partial<PlatformRule>,
  after: PlatformRule,
): RuleChange[] {
  return compareFields(COMPARED, before, after);
}
