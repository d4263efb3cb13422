import type { RuleConflict } from "#app/alarms/rules/rule-conflict.ts";
import type { ApiAnswer } from "#app/api/api-types.ts";
import type { FormResult } from "#app/forms/use-own-form.ts";

export type PlatformRules = ApiAnswer<"POST /site/v2/alarm/platformRule/list">;
export type PlatformRule = PlatformRules["rules"][number];

/** Results of the page's forms besides their values. */
export type PlatformExtra = { conflict: RuleConflict };
export type PlatformResult = FormResult<PlatformExtra>;

/** Address of the list of rules, or of one of them. */
export function platformRuleAddress(rule?: number | "new"): string {
  return rule === undefined ? "/platform/rules" : `/platform/rules?rule=${rule}`;
}
