import { formatNumber } from "./format-number.ts";

const SECONDS_PER_HOUR = 3600;

/** Seconds as hours with 1 decimal: "1,234.5". */
export function formatHours(seconds: number, language: string): string {
  return formatNumber(seconds / SECONDS_PER_HOUR, language, { min: 1, max: 1 });
}
