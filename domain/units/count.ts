import { formatNumber } from "./format-number.ts";

/** Formats a whole number in the digits and groups of a language: "12,000". */
export function formatCount(count: number, language: string): string {
  return formatNumber(count, language);
}
