import { typedNumber } from "#app/typed-number.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { showSetting, toRegisterValue, toShownValue } from "#domain/settings/shown-setting.ts";
import { controlOf, isSameValue, optionKeys, type Setting } from "./setting.ts";
import { formatDayTime, HOUR_MIN } from "./times.ts";

/** Input for one setting. */
export type DraftEntry = {
  /** The input as it was typed or chosen. */
  typed: string;
  /** Value of the register when the input began; the change is refused if it has another one by then. */
  base: RegisterValue;
};

/** Input that has not been submitted, by address. */
export type Draft = Readonly<Record<string, DraftEntry>>;

/** Why an input is no value of its setting, with the limit in the unit that the page shows. */
export type InputProblem =
  | { code: "required" | "number" | "time" | "option" | "week" }
  | { code: "min" | "max" | "step" | "decimals"; limit: number };

export type ReadInput = { value: Exclude<RegisterValue, null> } | { problem: InputProblem };

/** Maximum length of a text that a logger may limit further. */
const MAX_TEXT = 128;
/** Relative error of a quotient of two decimal fractions that still counts as whole. */
const TOLERANCE = 1e-6;

/** Converts an input to the value of the register, or says which limit it breaks. */
export function readInput(setting: Setting, typed: string): ReadInput {
  const text = typed.trim();
  if (text === "") return { problem: { code: "required" } };
  switch (controlOf(setting)) {
    case "text":
    case "secret":
      if (setting.kind !== "text") return readNumber(setting, text);
      if (text.length > MAX_TEXT) return { problem: { code: "max", limit: MAX_TEXT } };
      return { value: text };
    case "time":
      return readTime(setting, text);
    case "week":
      return /^\d{1,3}$/.test(text) && Number(text) <= 127
        ? { value: Number(text) }
        : { problem: { code: "week" } };
    case "select":
      return optionKeys(setting).includes(text)
        ? { value: Number(text) }
        : { problem: { code: "option" } };
    case "switch":
    case "action":
      return { value: Number(text) };
    case "number":
      return readNumber(setting, text);
  }
}

function readNumber(setting: Setting, text: string): ReadInput {
  const typed = typedNumber(text);
  if (typed === undefined || Number.isNaN(typed)) return { problem: { code: "number" } };
  const shown = showSetting(limited(setting));
  if (shown.min !== undefined && typed < shown.min)
    return { problem: { code: "min", limit: shown.min } };
  if (shown.max !== undefined && typed > shown.max)
    return { problem: { code: "max", limit: shown.max } };
  if (!isWhole(typed * 10 ** shown.decimals))
    return { problem: { code: "decimals", limit: shown.decimals } };
  if (shown.step !== undefined && !isWhole((typed - (shown.min ?? 0)) / shown.step))
    return { problem: { code: "step", limit: shown.step } };
  return { value: toRegisterValue(limited(setting), typed) };
}

function readTime(setting: Setting, text: string): ReadInput {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? [];
  const value = Number(hours) * HOUR_MIN + Number(minutes);
  const { max = 24 * HOUR_MIN } = setting.limits;
  if (hours === undefined || Number(minutes) >= HOUR_MIN || value > max)
    return { problem: { code: "time" } };
  return { value };
}

function isWhole(steps: number): boolean {
  return Math.abs(steps - Math.round(steps)) <= TOLERANCE * Math.max(1, Math.abs(steps));
}

/** A setting in the form that the conversions of units take. */
export function limited({ unit, divisor, limits, recommended }: Setting) {
  const { min, max, step, precision, options } = limits;
  const [low, high] = recommended ?? [];
  return {
    unit,
    divisor,
    limits: { min, max, step, precision, options },
    recommended: low === undefined || high === undefined ? undefined : ([low, high] as const),
  };
}

/** Returns the input that stands for a value of a setting; null if there is none. */
export function inputOf(setting: Setting, value: RegisterValue): string | null {
  if (value === null || setting.oneShot || setting.secret) return null;
  if (typeof value === "string") return value;
  switch (controlOf(setting)) {
    case "time":
      return formatDayTime(value);
    case "number":
      return String(toShownValue(limited(setting), value));
    default:
      return String(value);
  }
}

/** Returns the draft with an input for a setting; an input that equals the present value is no change. */
export function typeInto(draft: Draft, setting: Setting, typed: string): Draft {
  const { [setting.address]: before, ...others } = draft;
  const read = readInput(setting, typed);
  const isSame =
    "value" in read &&
    !setting.oneShot &&
    setting.value !== null &&
    isSameValue(setting, read.value, setting.value);
  if (isSame || (typed === "" && (setting.secret || setting.oneShot || setting.value === null)))
    return others;
  return { ...others, [setting.address]: { typed, base: before?.base ?? setting.value } };
}

/** A changed setting with its input. */
export type Changed = {
  setting: Setting;
  entry: DraftEntry;
  /** Null while the input is no value of the setting. */
  value: RegisterValue;
  problem: InputProblem | null;
};

/** Lists what a draft changes, in the order of the settings. */
export function listChanged(settings: readonly Setting[], draft: Draft): Changed[] {
  return settings.flatMap((setting): Changed[] => {
    const entry = draft[setting.address];
    if (entry === undefined) return [];
    const read = readInput(setting, entry.typed);
    return "value" in read
      ? [{ setting, entry, value: read.value, problem: null }]
      : [{ setting, entry, value: null, problem: read.problem }];
  });
}

/** Item of a change as it is submitted. */
export type RequestItem = {
  address: string;
  value: Exclude<RegisterValue, null>;
  expected?: RegisterValue;
};

/**
 * Makes the items of a change. Settings of a group that are not changed go with their present value, because a group is
 * only valid as a whole.
 */
export function toItems(settings: readonly Setting[], changed: readonly Changed[]): RequestItem[] {
  const own = new Set(changed.map(({ setting }) => setting.address));
  const groups = new Set(changed.flatMap(({ setting }) => groupOf(setting) ?? []));
  const beside = settings.filter(
    (setting) => !own.has(setting.address) && groups.has(groupOf(setting) ?? ""),
  );
  return [
    ...changed.flatMap(({ setting, value, entry: { base } }): RequestItem[] =>
      value === null
        ? []
        : [
            {
              address: setting.address,
              value,
              ...(base !== null && !setting.oneShot && !setting.secret && { expected: base }),
            },
          ],
    ),
    ...beside.flatMap(({ address, value, access }): RequestItem[] =>
      value === null || access === "r" ? [] : [{ address, value, expected: value }],
    ),
  ];
}

function groupOf({ address, group }: Setting): string | null {
  return group === undefined ? null : `${address.slice(0, 6)} ${group}`;
}
