type Signs = {
  group: string;
  decimal: string;
  /** Minimum number of digits before the first separator for groups to be separated. */
  minGroup: number;
  /** Directional mark before a sign. */
  mark: string;
};

const POINT: Signs = { group: ",", decimal: ".", minGroup: 1, mark: "" };
const COMMA: Signs = { group: ".", decimal: ",", minGroup: 1, mark: "" };
/** Signs of each language according to the CLDR, with the digits 0 to 9 for Arabic. */
const SIGNS: Readonly<Record<string, Signs>> = {
  en: POINT,
  zh: POINT,
  ar: { ...POINT, mark: "\u200e" },
  de: COMMA,
  es: { ...COMMA, minGroup: 2 },
  fr: { ...COMMA, group: "\u202f" },
};

/** Minus sign, which is as wide as a plus, unlike a hyphen. */
const MINUS = "\u2212";

/** Options of a number's format. */
export type NumberShape = {
  /** Minimum number of decimals. */
  min?: number;
  /** Maximum number of decimals. */
  max?: number;
  /** "always" adds a plus to positive values. */
  sign?: "auto" | "always";
};

/**
 * Formats a finite number in the digits and groups of a language. It does not use the runtime's locale data, because
 * the server and all releases of browsers must show the same text.
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

/** Rounds the decimal digits of a number's shortest text, halves up: 1.005 becomes 1.01. */
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
