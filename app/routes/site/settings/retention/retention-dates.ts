import type { RetentionYears } from "#domain/history/retention-years.ts";

/** Null is for good. */
export type Kept = RetentionYears | null;

/** Whether less is kept than before: older measurements are deleted permanently. */
export function isShorter(wanted: Kept, present: number | null): boolean {
  return wanted !== null && (present === null || wanted < present);
}

/** As the site's object counts them: the same day of another year; of a 29 February the first of March. */
export function yearsBefore(at: number, years: number): number {
  const date = new Date(at);
  return date.setUTCFullYear(date.getUTCFullYear() - years);
}
