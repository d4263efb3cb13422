import { type FormOptions, useOwnForm } from "../../../forms/use-own-form.ts";
import type { SectionName, UserResult } from "./user-result.ts";

/** The form of one of the account's sections. */
export function useSection(section: SectionName, options?: FormOptions) {
  return useOwnForm<UserResult>("user", section, options);
}
