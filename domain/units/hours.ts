import { formatTag } from "../languages.ts";

const SECONDS_PER_HOUR = 3600;

/** Seconds as hours with 1 decimal: "1,234.5". */
export function formatHours(seconds: number, language: string): string {
  return new Intl.NumberFormat(formatTag(language), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(seconds / SECONDS_PER_HOUR);
}
