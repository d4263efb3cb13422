import { formatQuantity } from "#domain/units/format-quantity.ts";

/** Formats a value of an alarm: a number in its unit, or a text between direction marks; null if there is none. */
export function valueText(
  value: number | string | null,
  unit: string | null,
  language: string,
): string | null {
  if (value === null) return null;
  if (typeof value === "string") return `\u2068${value}\u2069`;
  return formatQuantity(value, unit ?? "", { language }).text;
}
