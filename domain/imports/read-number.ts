/** The sign before the decimals of a file's numbers. */
export type DecimalSign = "." | ",";

/** Words for a missing value. */
const MISSING = new Set([
  "",
  "-",
  "--",
  "–",
  "nan",
  "null",
  "none",
  "n/a",
  "na",
  "unknown",
  "unavailable",
]);
/** A number, and the letters or signs of a unit after it. */
const NUMBER =
  /^([+-]?)(\d{1,3}(?:['\s]\d{3})+(?:[.,]\d+)?|[\d.,]*\d[.,]?)(e[+-]?\d+)?\s*([a-z%°µ/€$£]*)$/i;
/** A number whose only sign cannot group three digits. */
const CLEAR_COMMA = /^[+-]?(?:\d+,(?:\d{1,2}|\d{4,})|\d{4,},\d{3})(?:\s*[a-z%]*)$/i;
const GROUPED_COMMA = /^[+-]?\d{1,3}(?:\.\d{3})+,\d+/;
const LEADING_ZERO_COMMA = /^[+-]?0,\d+/;

/**
 * Reads a number as portals write it: with groups of three digits, a unit behind it, or a word for a missing value.
 * @returns null for a missing value, undefined for a text that is no number
 */
export function readNumber(text: string, decimal: DecimalSign): number | null | undefined {
  const cell = text.trim();
  if (MISSING.has(cell.toLowerCase())) return null;
  const found = NUMBER.exec(cell);
  if (found === null) return undefined;
  const [, sign = "", digits = "", power = ""] = found;
  const group = decimal === "," ? "." : ",";
  const plain = digits.replace(/['\s]/g, "").replaceAll(group, "").replace(decimal, ".");
  const value = Number(`${sign}${plain}${power}`);
  return Number.isFinite(value) ? value : undefined;
}

/** Finds the decimal sign of some cells of a file; a point if they fit both. */
export function findDecimalSign(cells: Iterable<string>): DecimalSign {
  let commas = 0;
  let points = 0;
  for (const cell of cells) {
    const text = cell.trim();
    if (CLEAR_COMMA.test(text) || GROUPED_COMMA.test(text) || LEADING_ZERO_COMMA.test(text))
      commas++;
    else if (/^[+-]?\d+\.\d+(?:\s*[a-z%]*)$/i.test(text)) points++;
  }
  return commas > points ? "," : ".";
}
