import type { FormProblem } from "../../../forms/form-problem.ts";
import type { FoundSites, TokenSite } from "./token-sites.ts";

/** Sections of the page; each has a form and a result of its own. */
export type SectionName =
  | "profile"
  | "preferences"
  | "password"
  | "email"
  | "deletion"
  | "avatar"
  | "group"
  | "tokens"
  // Buttons that end a row of a list; each row shows its own result.
  | "rows";

/** Result of a submitted form. */
export type UserResult = {
  section: SectionName;
  problem: FormProblem | null;
  /** Values that the next step needs, or that were typed into a refused form; never a password. */
  values: Readonly<Record<string, string>>;
  /** Sites that were selected in the token form, and the results of its search. */
  sites?: { chosen: readonly TokenSite[]; found: FoundSites | null };
};

/** Step of the change of the e-mail address. */
export type EmailStep = "start" | "old" | "new" | "confirm" | "expired" | "done";
