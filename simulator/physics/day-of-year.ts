import { DAY_MS } from "#domain/units/durations.ts";

/** Days since the year began, with fractions. @param at ms UTC */
export function dayOfYear(at: number): number {
  return (at - Date.UTC(new Date(at).getUTCFullYear(), 0, 1)) / DAY_MS;
}
