import { MAX_RULE_NAME } from "../rule-choices.ts";
import type { AlarmRule, RuleChange } from "../site-rules.ts";
import type { RuleRegister } from "./rule-registers.ts";

/** Sustain time of a new rule, s (specification, "Alarm defaults"). */
export const DEFAULT_SUSTAIN_S = 10;
/** Bound of the limits on a register without bounds, in its unit. */
const MAX_LIMIT = 1e12;

/** The values of a rule without its number. */
export type RuleValues = Omit<AlarmRule, "ruleId">;

/**
 * Composes a new rule of a user from its given fields. Absent limits are null; bounds are those of the register.
 * @param register the first register of the rule; undefined if the site does not have it
 */
export function composeNewRule(change: RuleChange, register: RuleRegister | undefined): RuleValues {
  return applyChange(
    {
      alarmType: "custom",
      address: null,
      addresses: [],
      unit: undefined,
      min: register?.min ?? -MAX_LIMIT,
      max: register?.max ?? MAX_LIMIT,
      lowAlarm: null,
      lowClear: null,
      highAlarm: null,
      highClear: null,
      isOneOf: null,
      sustainTime: DEFAULT_SUSTAIN_S,
      notifyAfter: 0,
      level: "warning",
      monitor: "all",
      isOpen: true,
    },
    change,
  );
}

/** Applies the given fields of a change. Registers and values are listed once, and an empty name is none. */
export function applyChange(rule: RuleValues, change: RuleChange): RuleValues {
  const { ruleId: _, isDeleted: __, ...fields } = change;
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const changed: RuleValues = { ...rule, ...Object.fromEntries(given) };
  const { name, isOneOf, ...others } = changed;
  const [address, ...addresses] = registersOf(changed);
  const cleanName = name?.trim().slice(0, MAX_RULE_NAME + 1);
  return {
    ...others,
    address: address ?? null,
    addresses,
    isOneOf: isOneOf && [...new Map(isOneOf.map((value) => [String(value), value])).values()],
    ...(cleanName ? { name: cleanName } : {}),
  };
}

/** Returns the registers that a rule covers, each once. */
export function registersOf({
  address,
  addresses,
}: Pick<AlarmRule, "address" | "addresses">): string[] {
  return [...new Set(address === null ? addresses : [address, ...addresses])];
}
