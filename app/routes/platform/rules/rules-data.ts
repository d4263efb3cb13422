import type { ApiAnswer } from "#app/api/api-types.ts";
import type { FormResult } from "#app/forms/use-own-form.ts";
import type { PlatformChange } from "./rule-input.ts";

export type PlatformRules = ApiAnswer<"POST /site/v2/alarm/platformRule/list">;
export type PlatformRule = PlatformRules["rules"][number];

/** Changes by another operator while a form was open. */
export type PlatformConflict = {
  /** The present version, with which the form is sent again. */
  version: number;
  /** Changes of the edited rule. */
  changes: PlatformChange[];
  isDeleted: boolean;
};

/** Results of the page's forms besides their values. */
export type PlatformExtra = { conflict: PlatformConflict };
export type PlatformResult = FormResult<PlatformExtra>;

/** Address of the list of rules, or of one of them. */
export function platformRuleAddress(rule?: number | "new"): string {
  return rule === undefined ? "/platform/rules" : `/platform/rules?rule=${rule}`;
}
