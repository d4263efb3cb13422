import type { FormResult } from "../../../forms/use-own-form.ts";

/** What became of one of the steps. */
export type AddResult = FormResult & {
  /** The new site, and the secret for its logger where it is told one. */
  added?: { name: string; search: string; loggerSecret: string | null };
  /** What follows from a position. */
  place?: { timeZone: string; country: string | null; currency: string | null };
};
