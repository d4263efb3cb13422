import type { FormProblem } from "../../../forms/form-problem.ts";
import type { FoundSites, TokenSite } from "./token-sites.ts";

/** The parts of the page, each with a form and an answer of its own. */
export type SectionName =
  | "profile"
  | "preferences"
  | "password"
  | "email"
  | "deletion"
  | "avatar"
  | "group"
  | "tokens"
  // What ends a row of a list: each row says what became of it.
  | "rows";

/** What became of a form. */
export type UserResult = {
  section: SectionName;
  problem: FormProblem | null;
  /** What the next step needs, or what was typed into a refused form; never a password. */
  values: Readonly<Record<string, string>>;
  /** What a form that makes a token had chosen, and what was looked for in it. */
  sites?: { chosen: readonly TokenSite[]; found: FoundSites | null };
};

/** Where a change of the e-mail address stands. */
export type EmailStep = "start" | "old" | "new" | "confirm" | "expired" | "done";
