import type { RetentionYears } from "#domain/history/retention-years.ts";

/** Number of years that measurements are kept; null for no limit. */
export type Kept = RetentionYears | null;

/** Message of a form with a shorter period that the user has not confirmed. */
export const UNCONFIRMED = "unconfirmed";

/** Whether less is kept than before: older measurements are deleted permanently. */
export function isShorter(wanted: Kept, present: number | null): boolean {
  return wanted !== null && (present === null || wanted < present);
}

/** Counts like the site's object: the same day of another year; 1 March for 29 February. */
export function yearsBefore(at: number, years: number): number {
  const date = new Date(at);
  return date.setUTCFullYear(date.getUTCFullYear() - years);
}
