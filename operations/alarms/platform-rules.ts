import { z } from "zod";
import {
  countSitesWithRules,
  readPlatformRules,
  writePlatformRules,
} from "#database/alarms/platform-rules.ts";
import { findLimitFaults } from "#domain/alarms/check-limits.ts";
import { type PlatformRule, platformRule, platformRules } from "#domain/alarms/platform-rules.ts";
import {
  MAX_PLATFORM_CONDITIONS,
  MAX_PLATFORM_RULES,
  MAX_RULE_VALUES,
} from "#domain/alarms/rule-choices.ts";
import { conditionsOf } from "#domain/alarms/rules/count-conditions.ts";
import { ruleValue } from "#domain/alarms/site-rules.ts";
import { type FieldLimit, Problem } from "#domain/problem.ts";
import { signedIn } from "../access.ts";
import { operation } from "../operation.ts";

/** Rule numbers of each version; above the maximum number of rules. */
const NUMBERS_OF_VERSION = 100;

const count = z.int().min(0);

const example = {
  version: 2,
  at: 1_790_000_000_000,
  rules: [
    {
      ruleId: 1,
      registerName: "Battery temperature",
      name: "Battery hot",
      unit: "°C",
      min: -40,
      max: 120,
      lowAlarm: null,
      lowClear: null,
      highAlarm: 60,
      highClear: 55,
      isOneOf: null,
      sustainTime: 60,
      notifyAfter: 0,
      level: "fault",
      isOpen: true,
    },
  ],
};

export const listPlatformRules = operation({
  path: "POST /site/v2/alarm/platformRule/list",
  description: {
    summary:
      "Returns the alarm rules that the operator sets for all sites, and how many sites have them. For operators only",
    output: platformRules.extend({
      progress: z.object({
        sites: count,
        applied: count.describe("Sites at which this version is in force"),
        pending: count.describe(
          "Online sites that get it within minutes; offline ones when online",
        ),
      }),
    }),
    example: {
      input: {},
      output: { ...example, progress: { sites: 120, applied: 112, pending: 3 } },
    },
  },
  input: z.object({}),
  access: signedIn("editRules"),
  writes: false,
  async run({ context: { database } }) {
    const rules = await readPlatformRules(database);
    return { ...rules, progress: await countSitesWithRules(database, rules.version) };
  },
});

export const updatePlatformRules = operation({
  path: "POST /site/v2/alarm/platformRule/update",
  description: {
    summary:
      "Sets the alarm rules for all sites. A rule without `ruleId` is new, one that is left out ends. Returns 409 with the current rules if `version` is older. For operators only",
    output: platformRules,
    example: { input: { version: 1, rules: example.rules }, output: example },
  },
  input: z.object({
    version: z.int().min(0).describe("Version of the rules that the change is based on"),
    rules: z
      .array(
        platformRule.extend({
          ruleId: platformRule.shape.ruleId.optional(),
          isOneOf: z.array(ruleValue).max(MAX_RULE_VALUES, "tooMany").nullable().default(null),
        }),
      )
      .max(MAX_PLATFORM_RULES, "tooMany"),
  }),
  access: signedIn("editRules"),
  async run({ input: { version, rules }, context, caller }) {
    const { database, now } = context;
    const numbered = numberRules(rules, version + 1);
    const present = await readPlatformRules(database);
    // A repeated call is one change.
    if (JSON.stringify(numbered) === JSON.stringify(present.rules)) return present;
    if (present.version !== version) throw new Problem("conflict", { data: present });
    if (rules.reduce((sum, rule) => sum + conditionsOf(rule), 0) > MAX_PLATFORM_CONDITIONS)
      throw new Problem("invalid", {
        message: "tooManyConditions",
        limit: MAX_PLATFORM_CONDITIONS,
        fields: { rules: "tooMany" },
        limits: { rules: { max: MAX_PLATFORM_CONDITIONS } },
      });
    const { fields, limits } = findFaults(rules, present.rules);
    if (Object.keys(fields).length > 0) throw new Problem("invalid", { fields, limits });
    const change = { basedOn: version, at: now(), byId: caller.person.id };
    if (!(await writePlatformRules(database, change, numbered)))
      throw new Problem("conflict", { data: await readPlatformRules(database) });
    return readPlatformRules(database);
  },
});

type TypedRule = Omit<PlatformRule, "ruleId"> & { ruleId?: number | undefined };

/** Returns the faults of all rules: path of the field → key of its message. */
function findFaults(rules: readonly TypedRule[], present: readonly PlatformRule[]) {
  const fields: Record<string, string> = {};
  const limits: Record<string, FieldLimit> = {};
  const known = new Set(present.map(({ ruleId }) => ruleId));
  for (const [place, rule] of rules.entries()) {
    if (rule.ruleId !== undefined && !known.delete(rule.ruleId))
      fields[`rules.${place}.ruleId`] = "wrongValue";
    for (const [name, { message, limit }] of Object.entries(findLimitFaults(rule))) {
      fields[`rules.${place}.${name}`] = message;
      if (limit !== undefined) limits[`rules.${place}.${name}`] = limit;
    }
  }
  return { fields, limits };
}

/** Numbers new rules. A number contains the version in which the rule was new, so that none is ever used again. */
function numberRules(rules: readonly TypedRule[], version: number): PlatformRule[] {
  return rules.map((rule, place) =>
    // The fields are in the order of the schema, so that equal rules have equal JSON.
    platformRule.parse({ ...rule, ruleId: rule.ruleId ?? version * NUMBERS_OF_VERSION + place }),
  );
}
