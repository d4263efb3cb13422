import type { RuleConflict } from "#app/alarms/rules/rule-conflict.ts";
import type { ApiAnswer } from "#app/api/api-types.ts";
import type { FormResult } from "#app/forms/use-own-form.ts";

export type AlarmRules = ApiAnswer<"POST /site/v2/alarm/rule/list">;
export type Rule = AlarmRules["limits"][number];

/** Results of the page's forms besides their values. */
export type AlarmExtra = { conflict: RuleConflict };
export type AlarmResult = FormResult<AlarmExtra>;

/** The site of the page, and whether the user may edit its rules. */
export type AlarmSite = {
  key: string;
  /** Query of the site's pages. */
  search: string;
  name: string;
  timeZone: string;
  /** The server's clock, ms UTC. */
  now: number;
  mayEdit: boolean;
};

/** Address of the list of rules, of one rule, or of a new rule at a register. */
export function rulesAddress(
  { search }: Pick<AlarmSite, "search">,
  opened: { rule?: number | "new"; register?: string } = {},
): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(opened)) query.set(name, String(value));
  return `/alarm?${query}`;
}
