import { directionOf } from "../languages.ts";
import { formatNumber } from "./format-number.ts";
import { roundTo, SCALED_DECIMALS, scaleQuantity } from "./scale.ts";

/** What stands where there is no value; a missing value is never shown as zero. */
export const NO_VALUE = "—";

export type FormattedQuantity = {
  /** "3.21", or the dash where there is no value. */
  number: string;
  /** "kW"; empty where there is no value. */
  unit: string;
  /** "3.21 kW" */
  text: string;
};

export type QuantityOptions = {
  language: string;
  /** Decimals of a value that needed no prefix; without it as many as it has, at most 2. */
  decimals?: number | undefined;
  /** "always" puts a plus before positive values. */
  sign?: "auto" | "always";
};

/** A register's value in its unit: scaled to k and M with 2 decimals, in the digits of the language. */
export function formatQuantity(
  value: number | null | undefined,
  unit: string,
  { language, decimals, sign = "auto" }: QuantityOptions,
): FormattedQuantity {
  if (value === null || value === undefined || !Number.isFinite(value))
    return { number: NO_VALUE, unit: "", text: NO_VALUE };
  const shown = scaleQuantity(value, unit);
  const most = shown.scaled ? SCALED_DECIMALS : (decimals ?? SCALED_DECIMALS);
  const least = shown.scaled ? SCALED_DECIMALS : (decimals ?? 0);
  const number = formatNumber(roundTo(shown.value, most), language, {
    min: least,
    max: most,
    sign,
  });
  return {
    number,
    unit: shown.unit,
    text: isolate(joinUnit(number, shown.unit, language), language),
  };
}

/** A percentage without decimals, as it stands in a text: "45%", in German "45 %". @param percent 45 for 45 % */
export function formatPercent(percent: number | null, language: string): string {
  return formatQuantity(percent, "%", { language, decimals: 0 }).text;
}

/** What stands between a number and its percent sign, which differs by language. */
export function percentSpace(language: string): string {
  return PERCENT_SPACES[language] ?? "";
}

const PERCENT_SPACES: Readonly<Record<string, string>> = {
  de: "\u00a0",
  es: "\u00a0",
  fr: "\u202f",
};

/** A degree sign follows its number directly; other units follow after a space that does not break. */
function joinUnit(number: string, unit: string, language: string): string {
  if (unit === "") return number;
  if (unit === "%") return number + percentSpace(language) + unit;
  return unit === "°" ? `${number}${unit}` : `${number}\u00a0${unit}`;
}

/** In a text from right to left the unit would come to stand on the left of its number. */
function isolate(text: string, language: string): string {
  return directionOf(language) === "rtl" ? `\u2066${text}\u2069` : text;
}
