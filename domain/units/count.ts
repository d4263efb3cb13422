import { formatNumber } from "./format-number.ts";

/** How many, in the digits and groups of a language: "12,000". */
export function formatCount(count: number, language: string): string {
  return formatNumber(count, language);
}
