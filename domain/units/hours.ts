import { HOUR_S } from "./durations.ts";
import { formatNumber } from "./format-number.ts";

/** Formats seconds as hours with one decimal in the digits and groups of a language: "1,234.5". */
export function formatHours(seconds: number, language: string): string {
  return formatNumber(seconds / HOUR_S, language, { min: 1, max: 1 });
}
