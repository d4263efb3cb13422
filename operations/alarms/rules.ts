import { z } from "zod";
import {
  MAX_CUSTOM_RULES,
  MAX_EMAIL_INTERVAL,
  MAX_RULE_REGISTERS,
  MAX_RULE_VALUES,
  MIN_EMAIL_INTERVAL,
} from "#domain/alarms/rule-choices.ts";
import {
  alarmRule,
  autoLevel,
  noDataRule,
  ruleValue,
  type SiteRulesChange,
} from "#domain/alarms/site-rules.ts";
import { Problem } from "#domain/problem.ts";
import { registerAddress } from "#domain/registers/address.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import { onSite } from "../access.ts";
import { readHistory } from "../charts/read-history.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";
import { describedRules, ruleExample, rulesExample } from "./alarm-schema.ts";
import { authorOf } from "./author.ts";

/** The ten limits of the specification always exist. */
const MAX_RULES = MAX_CUSTOM_RULES + 10;
/** Period for which a preview counts alarms. */
const PREVIEW_MS = 7 * DAY_MS;

/** Fields of a rule without the defaults of `alarmRule`, so that an absent field stays absent. */
const ruleFields = alarmRule.extend({
  addresses: z.array(registerAddress).max(MAX_RULE_REGISTERS, "tooMany"),
  isOneOf: z.array(ruleValue).max(MAX_RULE_VALUES, "tooMany").nullable(),
});

/** A changed rule, or a new one if it has no `ruleId`. */
const changedRule = ruleFields
  .partial()
  .extend({ isDeleted: z.boolean().optional().describe("Removes a rule made by a user") });

export const listRules = operation({
  path: "POST /site/v2/alarm/rule/list",
  description: {
    summary: "Returns the alarm rules of a site",
    output: describedRules,
    example: { input: { id: 12 }, output: rulesExample },
  },
  input: siteInput({}),
  access: onSite("viewAlarmLog"),
  async run({ context, site }) {
    return { id: site.id, ...(await context.siteObject(site.id).readAlarmRules()) };
  },
});

export const updateRules = operation({
  path: "POST /site/v2/alarm/rule/update",
  description: {
    summary:
      "Changes the alarm rules of a site: all of them, or only the named fields and limits. Returns 409 with the current rules if `version` is older",
    output: describedRules,
    example: {
      input: { id: 12, version: 2, limits: [{ ruleId: 1, isOpen: true }] },
      output: rulesExample,
    },
  },
  input: siteInput({
    version: z
      .int()
      .min(0)
      .optional()
      .describe("Version of the rules that the change is based on; any if omitted"),
    autoLevel: autoLevel
      .optional()
      .describe("Minimum level of a logger's events that sends notifications"),
    noData: noDataRule.partial().optional().describe("`allowedGap` in min"),
    emailInterval: z
      .int()
      .min(MIN_EMAIL_INTERVAL)
      .max(MAX_EMAIL_INTERVAL)
      .optional()
      .describe("Minimum time between two alarm e-mails to one user, min"),
    limits: z
      .array(changedRule)
      .max(MAX_RULES, "tooMany")
      .optional()
      .describe("The rules to change; one without `ruleId` is new, others stay"),
  }),
  access: onSite("editAlarmRules"),
  async run({ input, context, caller, site }) {
    const { version, autoLevel, noData, emailInterval, limits } = input;
    const given = { version, autoLevel, noData, emailInterval, limits };
    const change = Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined),
    ) as SiteRulesChange;
    const result = await context
      .siteObject(site.id)
      .updateAlarmRules(change, authorOf(caller.person));
    if (result.kind === "refused") {
      const { fields, limits } = result;
      const all = limits.limits;
      // Too many rules or conditions: the fault of no single field.
      const total = all !== undefined && "max" in all ? { message: "tooMany", limit: all.max } : {};
      throw new Problem("invalid", { ...total, fields, limits });
    }
    const rules = { id: site.id, ...result.rules, incomplete: result.incomplete };
    if (result.kind === "outdated") throw new Problem("conflict", { data: rules });
    return rules;
  },
});

/** A rule as typed: one that is not saved yet has no number. */
const previewedRule = ruleFields.extend({
  ruleId: alarmRule.shape.ruleId.optional(),
  addresses: ruleFields.shape.addresses.default([]),
  isOneOf: ruleFields.shape.isOneOf.default(null),
});

export const previewRule = operation({
  path: "POST /site/v2/alarm/rule/preview",
  description: {
    summary:
      "Counts the alarms that a rule would have raised in the last seven days. Nothing is saved",
    output: z.object({
      alarms: z.int().describe("Number of alarms"),
      from: z.int().describe("ms UTC"),
      to: z.int().describe("ms UTC"),
    }),
    example: {
      input: { id: 12, rule: ruleExample },
      output: { alarms: 3, from: 1_789_395_200_000, to: 1_790_000_000_000 },
    },
  },
  input: siteInput({ rule: previewedRule }),
  access: onSite("editAlarmRules"),
  async run({ input: { rule }, context, caller, site }) {
    const to = context.now();
    const from = to - PREVIEW_MS;
    const asked = { ...rule, ruleId: rule.ruleId ?? 1 };
    const period = { rule: asked, from, until: to };
    const alarms = await readHistory({ context, caller, site }, "alarmPreview", period);
    return { alarms, from, to };
  },
});
