import { directionOf } from "../languages.ts";
import { formatNumber } from "./format-number.ts";
import { roundToDecimals, SCALED_DECIMALS, scaleQuantity } from "./scale.ts";

/** Text for a missing value, which is never shown as zero. */
export const NO_VALUE = "—";

/** Formatted value with its unit. */
export type FormattedQuantity = {
  /** "3.21", or `NO_VALUE` without a value. */
  number: string;
  /** "kW"; empty without a value. */
  unit: string;
  /** "3.21 kW" */
  text: string;
};

/** Options of a value's format. */
export type QuantityOptions = {
  language: string;
  /** Number of decimals of a value that needs no prefix; by default as many as it has, at most 2. */
  decimals?: number | undefined;
  /** "always" adds a plus to positive values. */
  sign?: "auto" | "always";
};

/** Formats a value in its unit: scaled to k and M with 2 decimals, in the digits of the language. */
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
  const number = formatNumber(roundToDecimals(shown.value, most), language, {
    min: least,
    max: most,
    sign,
  });
  return {
    number,
    unit: shown.unit,
    text: joinUnit(number, shown.unit, language),
  };
}

/**
 * Formats a percentage without decimals for a sentence: "45%", in German "45 %".
 * @param percent 45 for 45 %; null for a missing value
 */
export function formatPercent(percent: number | null, language: string): string {
  return formatQuantity(percent, "%", { language, decimals: 0 }).text;
}

/** Returns the text between a number and its percent sign in a language. */
export function percentSpace(language: string): string {
  return PERCENT_SPACES[language] ?? "";
}

const PERCENT_SPACES: Readonly<Record<string, string>> = {
  de: "\u00a0",
  es: "\u00a0",
  fr: "\u202f",
};

/** Joins a formatted number and its unit, in one direction also in a right-to-left language. */
export function joinUnit(number: string, unit: string, language: string): string {
  return isolate(joinWithSpace(number, unit, language), language);
}

/** Joins with a no-break space, except for the degree sign and percent signs by language. */
function joinWithSpace(number: string, unit: string, language: string): string {
  if (unit === "") return number;
  if (unit === "%") return number + percentSpace(language) + unit;
  return unit === "°" ? `${number}${unit}` : `${number}\u00a0${unit}`;
}

/** Isolates a left-to-right text in a right-to-left language, where the unit would otherwise be left of its number. */
function isolate(text: string, language: string): string {
  return directionOf(language) === "rtl" ? `\u2066${text}\u2069` : text;
}
