import { expect, test } from "vitest";
import { splitLimit, withLimit } from "#app/forms/form-problem.ts";
import { changeSiteRules } from "#domain/alarms/rules/change-rules.ts";
import { newSiteRules } from "#domain/alarms/rules/new-site-rules.ts";
import { formatProblem } from "#domain/problem-message.ts";
import problems from "#locales/en/problems.json" with { type: "json" };

test("the refusal of a long sustain time names its maximum", () => {
  const field = "limits.0.sustainTime";
  const change = { limits: [{ ruleId: 1, sustainTime: 86_401 }] };
  const result = changeSiteRules(newSiteRules([]), change, []);
  if (result.kind !== "refused") throw new Error(result.kind);
  const { [field]: bound } = result.limits;
  const max = bound !== undefined && "max" in bound ? bound.max : 0;
  const { key, limit } = splitLimit(withLimit(result.fields[field] ?? "", max));
  const translate = (name: string, { limit = "" }: { limit?: string }) =>
    problems[name as "tooBigLimit"].replace("{{limit}}", limit);
  expect(formatProblem(translate, key, { language: "en", limit })).toBe(
    "This value is above the maximum of 86,400",
  );
});
