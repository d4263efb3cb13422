import type { FormResult } from "#app/forms/use-own-form.ts";

/** Results of the steps besides their values. */
export type AddExtra = {
  /** The new site, and its logger's secret if one was created. */
  added: { name: string; search: string; loggerSecret: string | null };
  /** Values that follow from a position. */
  place: { timeZone: string; country: string | null; currency: string | null };
};

/** Result of one of the steps. */
export type AddResult = FormResult<AddExtra>;
