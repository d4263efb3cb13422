import { directionOf, formatTag } from "../languages.ts";
import { roundTo, SCALED_DECIMALS, scaleQuantity } from "./scale.ts";

/** What stands where there is no value; a missing value is never shown as zero. */
export const NO_VALUE = "—";

/** As wide as a plus, unlike a hyphen. */
const MINUS = "\u2212";

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
  const number = numberFormat(language, least, most, sign)
    // Rounding first: what rounds to nothing has no sign.
    .format(roundTo(shown.value, most) + 0)
    .replace("-", MINUS);
  return { number, unit: shown.unit, text: isolate(joinUnit(number, shown.unit), language) };
}

/** A degree, minute or percent sign stands close, a unit stands apart by a space that does not break. */
function joinUnit(number: string, unit: string): string {
  if (unit === "") return number;
  return unit === "°" ? `${number}${unit}` : `${number}\u00a0${unit}`;
}

/** In a text from right to left the unit would come to stand on the left of its number. */
function isolate(text: string, language: string): string {
  return directionOf(language) === "rtl" ? `\u2066${text}\u2069` : text;
}

const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(
  language: string,
  least: number,
  most: number,
  sign: "auto" | "always",
): Intl.NumberFormat {
  const key = `${language} ${least} ${most} ${sign}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(formatTag(language), {
    minimumFractionDigits: least,
    maximumFractionDigits: most,
    signDisplay: sign === "always" ? "exceptZero" : "auto",
  });
  formats.set(key, made);
  return made;
}
