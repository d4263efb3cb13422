type Signs = {
  group: string;
  decimal: string;
  /** How many digits the first group has at least where groups are separated. */
  minGroup: number;
  /** What stands before a sign. */
  mark: string;
};

const POINT: Signs = { group: ",", decimal: ".", minGroup: 1, mark: "" };
const COMMA: Signs = { group: ".", decimal: ",", minGroup: 1, mark: "" };
/** As the CLDR has them. Arabic is written with the digits 0 to 9. */
const SIGNS: Readonly<Record<string, Signs>> = {
  en: POINT,
  zh: POINT,
  ar: { ...POINT, mark: "\u200e" },
  de: COMMA,
  es: { ...COMMA, minGroup: 2 },
  fr: { ...COMMA, group: "\u202f" },
};

/** As wide as a plus, unlike a hyphen. */
const MINUS = "\u2212";

export type NumberShape = {
  /** Decimals at least and at most. */
  min?: number;
  max?: number;
  /** "always" puts a plus before positive values. */
  sign?: "auto" | "always";
};

/**
 * A finite number in the digits and groups of a language. It does not ask the runtime's locale data: the server and each
 * browser, of whatever release, must show the same text.
 */
export function formatNumber(
  value: number,
  language: string,
  { min = 0, max = Math.max(3, min), sign = "auto" }: NumberShape = {},
): string {
  const signs = SIGNS[language] ?? POINT;
  const [whole = "0", fraction = ""] = roundDecimally(Math.abs(value), max).split(".");
  const kept = fraction.replace(/0+$/, "").padEnd(min, "0");
  const isGrouped = whole.length >= 3 + signs.minGroup;
  const grouped = isGrouped ? whole.replace(/\B(?=(?:\d{3})+$)/g, signs.group) : whole;
  const digits = kept === "" ? grouped : `${grouped}${signs.decimal}${kept}`;
  const isZero = !/[1-9]/.test(digits);
  if (value < 0 && !isZero) return `${signs.mark}${MINUS}${digits}`;
  return sign === "always" && !isZero ? `${signs.mark}+${digits}` : digits;
}

/** Rounds the decimal digits that a number is written with, halves up: 1.005 is 1.01. */
function roundDecimally(value: number, decimals: number): string {
  const text = String(value);
  if (text.includes("e")) return value < 1 ? (0).toFixed(decimals) : BigInt(value).toString();
  const [whole = "0", fraction = ""] = text.split(".");
  if (fraction.length <= decimals) return text;
  const digits = BigInt(whole + fraction.slice(0, decimals));
  const rounded = digits + (Number(fraction[decimals]) >= 5 ? 1n : 0n);
  const padded = rounded.toString().padStart(decimals + 1, "0");
  const point = padded.length - decimals;
  return decimals === 0 ? padded : `${padded.slice(0, point)}.${padded.slice(point)}`;
}
