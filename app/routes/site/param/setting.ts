import type { RegisterValue } from "#domain/registers/register.ts";

/** A setting with its description and its state, as the operation returns it. */
export type Setting = {
  address: string;
  register: string;
  kind: string;
  access: string;
  name: string | null;
  unit: string;
  precision?: number | undefined;
  options?: Readonly<Record<string, string>> | undefined;
  section?: string | undefined;
  tab?: string | undefined;
  group?: string | undefined;
  order?: number | undefined;
  danger?: string | undefined;
  whenOff?: boolean | undefined;
  stored?: boolean | undefined;
  /** Writes that the memory endures. */
  endurance: number;
  oneShot?: boolean | undefined;
  secret?: boolean | undefined;
  divisor?: number | undefined;
  /** How a number is shown: as a time of day or as days of the week. */
  format?: string | undefined;
  /** Register of the same equipment, and its values for which this setting has an effect. */
  relevant?: { register: string; values: readonly number[] } | undefined;
  limits: {
    min?: number | undefined;
    max?: number | undefined;
    step?: number | undefined;
    precision?: number | undefined;
    options?: readonly string[] | undefined;
  };
  recommended?: readonly number[] | undefined;
  value: RegisterValue;
  at: number | null;
  writes: number;
  writesToday: number;
  drift: { from: RegisterValue; to: RegisterValue; at: number } | null;
  isDriftIgnored: boolean;
};

/** Control that is right for the values of a setting. */
export type ControlKind =
  | "action"
  | "switch"
  | "select"
  | "time"
  | "week"
  | "secret"
  | "text"
  | "number";

/** Texts of two options that a switch shows by its position. */
const SWITCHED = new Set([
  "off on",
  "disabled enabled",
  "disable enable",
  "no yes",
  "forbidden allowed",
]);

/** Returns the control of a setting. */
export function controlOf(setting: Setting): ControlKind {
  const { oneShot, secret, kind, format, limits } = setting;
  if (oneShot) return "action";
  if (secret) return "secret";
  if (kind === "text") return "text";
  if (format === "time" || format === "week") return format;
  const keys = optionKeys(setting);
  if (keys.length > 0) return isSwitch(setting, keys) ? "switch" : "select";
  return limits.min === 0 && limits.max === 1 && limits.step === 1 ? "switch" : "number";
}

/** Values that may be chosen, in the order of their numbers. */
export function optionKeys({ options, limits }: Setting): string[] {
  const keys = limits.options ?? Object.keys(options ?? {});
  return [...keys].sort((one, other) => Number(one) - Number(other));
}

function isSwitch({ options = {}, value }: Setting, keys: readonly string[]): boolean {
  if (keys.join() !== "0,1" || (value !== null && value !== 0 && value !== 1)) return false;
  return SWITCHED.has(`${options["0"]} ${options["1"]}`.toLowerCase());
}

/** Decimals within which two values of a register without a precision are equal. */
const DEFAULT_DECIMALS = 3;

/** Whether a register has a value, within half a unit of its last decimal. */
export function isSameValue(
  { precision, limits }: Pick<Setting, "precision" | "limits">,
  one: RegisterValue,
  other: RegisterValue,
): boolean {
  if (typeof one !== "number" || typeof other !== "number") return one === other;
  const decimals = limits.precision ?? precision ?? DEFAULT_DECIMALS;
  return Math.abs(one - other) <= 0.5 * 10 ** -decimals;
}
