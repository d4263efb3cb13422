import { PLAIN_LINE } from "#domain/plain-line.ts";
import type { FieldLimit } from "#domain/problem.ts";
import { findLimitFaults } from "../check-limits.ts";
import { alarmRule, type RuleChange } from "../site-rules.ts";
import { type RuleValues, registersOf } from "./compose-rule.ts";
import { isListed, isNumeric, type RuleRegister } from "./rule-registers.ts";

/** Faults of a rule: field → key of the message in the `problems` namespace, and the bound that the value exceeds. */
export type RuleFaults = { fields: Record<string, string>; limits: Record<string, FieldLimit> };

/** Fields of the ten limits that the specification and the site's equipment determine. */
const FIXED = ["alarmType", "address", "addresses", "unit", "min", "max", "isOneOf"] as const;
const LIMITS = ["lowAlarm", "lowClear", "highAlarm", "highClear"] as const;

/** Finds what a change gives of the fields of the ten limits that cannot be changed. */
export function findFixedFaults(present: RuleValues, change: RuleChange): RuleFaults {
  const changed = FIXED.filter(
    (field) =>
      change[field] !== undefined &&
      JSON.stringify(change[field]) !== JSON.stringify(present[field] ?? null),
  );
  const fields = Object.fromEntries(changed.map((field) => [field, "standardRule"]));
  return { fields, limits: {} };
}

/**
 * Finds the faults of a rule made by a user.
 * @param present the rule before the change; undefined for a new one
 */
export function findCustomFaults(
  rule: RuleValues,
  present: RuleValues | undefined,
  registers: ReadonlyMap<string, RuleRegister>,
): RuleFaults {
  const faults = findFaults(rule);
  const { fields } = faults;
  if (rule.alarmType !== "custom") fields.alarmType = "wrongValue";
  if (rule.address === null) fields.address = "required";
  const held = new Set(present ? registersOf(present) : []);
  const found: RuleRegister[] = [];
  for (const address of registersOf(rule)) {
    const field = address === rule.address ? "address" : "addresses";
    const register = registers.get(address);
    if (register !== undefined) found.push(register);
    // A rule may keep a register that the site had when the rule was made.
    else if (!held.has(address)) fields[field] = "unknownRegister";
    if (register !== undefined && !suits(rule, register))
      fields[field] = rule.isOneOf === null ? "numericRegister" : "listedRegister";
  }
  const units = new Set(found.map(({ unit }) => unit || undefined));
  if (units.size > 1) fields.addresses ??= "unitsDiffer";
  else if (found.length > 0 && !units.has(rule.unit)) fields.unit = "unitsDiffer";
  if (rule.isOneOf !== null) {
    if (!areValuesOf(rule.isOneOf, found)) fields.isOneOf ??= "wrongValue";
    for (const limit of LIMITS) if (rule[limit] !== null) fields[limit] = "wrongValue";
  }
  return faults;
}

/** Finds the faults of a rule that do not depend on its registers. */
export function findFaults(rule: RuleValues): RuleFaults {
  const faults: RuleFaults = { fields: {}, limits: {} };
  for (const [field, { message, limit }] of Object.entries(findLimitFaults(rule))) {
    faults.fields[field] = message;
    if (limit !== undefined) faults.limits[field] = limit;
  }
  const parsed = alarmRule.omit({ ruleId: true }).safeParse(rule);
  for (const { path, code, ...issue } of parsed.error?.issues ?? []) {
    const field = String(path[0]);
    if (faults.fields[field] !== undefined) continue;
    const isLine = field === "name" || path.length > 1;
    const isText = "origin" in issue && (issue.origin === "string" || issue.origin === "array");
    if (code === "too_small" && "minimum" in issue) {
      faults.fields[field] = isText ? "required" : "tooSmall";
      if (!isText) faults.limits[field] = { min: Number(issue.minimum) };
    } else if (code === "too_big" && "maximum" in issue) {
      faults.fields[field] = isText ? (isLine ? "tooLong" : "tooMany") : "tooBig";
      faults.limits[field] = { max: Number(issue.maximum) };
    } else faults.fields[field] = "wrongValue";
  }
  if (rule.name !== undefined && !PLAIN_LINE.test(rule.name)) faults.fields.name = "wrongValue";
  if (rule.isOneOf?.length === 0) faults.fields.isOneOf = "required";
  return faults;
}

function suits({ isOneOf }: RuleValues, register: RuleRegister): boolean {
  return isOneOf === null ? isNumeric(register) : isListed(register);
}

function areValuesOf(
  values: readonly (string | number)[],
  registers: readonly RuleRegister[],
): boolean {
  return registers.every(({ kind, options }) =>
    values.every((value) => {
      if (kind === "text") return typeof value === "string" && PLAIN_LINE.test(value);
      if (options !== undefined) return Object.hasOwn(options, String(value));
      return Number.isFinite(Number(value));
    }),
  );
}
