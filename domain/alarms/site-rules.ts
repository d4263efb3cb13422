import { z } from "zod";
import { registerAddress } from "../registers/address.ts";
import { register } from "../registers/register.ts";

/** The ten limits of the specification; `custom` is a rule made by a user. */
export const alarmType = z.enum([
  "batteryVoltage",
  "batteryTemperature",
  "outputVoltage",
  "outputCurrent",
  "outputPower",
  "outputFrequency",
  "inputVoltage",
  "inputCurrent",
  "inputPower",
  "inputFrequency",
  "custom",
]);
export type AlarmType = z.infer<typeof alarmType>;

/** Level of an alarm that a rule raises. */
export const ruleLevel = z.enum(["fault", "warning"]);
/** Which levels a rule evaluates: none, faults, or faults and warnings. */
export const ruleMonitor = z.enum(["disabled", "faults", "all"]);
/** Minimum level of a logger's events that sends notifications. */
export const autoLevel = z.enum(["off", "faults", "warnings"]);
export type AutoLevel = z.infer<typeof autoLevel>;

/** Maximum number of rules besides the ten limits. */
export const MAX_CUSTOM_RULES = 100;
/** Maximum length of a rule's name, characters. */
export const MAX_RULE_NAME = 100;
/** Maximum number of registers that one rule covers. */
export const MAX_RULE_REGISTERS = 50;
/** Maximum number of values of an "is one of" rule. */
export const MAX_RULE_VALUES = 50;
/** Bounds of `sustainTime` and `notifyAfter`, s. */
export const MAX_RULE_SECONDS = 86_400;
/** Bounds of the gap of the no-data alarm, min. */
export const [MIN_ALLOWED_GAP, MAX_ALLOWED_GAP] = [5, 1440];
/** Bounds of the e-mail interval, min. */
export const [MIN_EMAIL_INTERVAL, MAX_EMAIL_INTERVAL] = [1, 1440];

const limit = z.number().nullable();

/** A rule of a site. Limits are in `unit`; a side with null values is not monitored. */
export const alarmRule = z.object({
  ruleId: z.int().positive(),
  alarmType,
  /** The register that the rule evaluates; null while the site has none for it. */
  address: registerAddress.nullable(),
  /** Further registers that the same rule covers. */
  addresses: z.array(registerAddress).max(MAX_RULE_REGISTERS).default([]),
  name: z.string().max(MAX_RULE_NAME).optional(),
  unit: register.shape.unit,
  /** Bounds of the limits. */
  min: z.number(),
  max: z.number(),
  lowAlarm: limit,
  lowClear: limit,
  highAlarm: limit,
  highClear: limit,
  /** Values of an enum or text register that raise the alarm; null for a rule with limits. */
  isOneOf: z
    .array(z.union([z.string(), z.number()]))
    .max(MAX_RULE_VALUES)
    .nullable()
    .default(null),
  /** Time for which a value must breach or clear its limit, s. */
  sustainTime: z.number().min(0).max(MAX_RULE_SECONDS),
  /** Delay of the notification after the alarm became active, s. */
  notifyAfter: z.number().min(0).max(MAX_RULE_SECONDS),
  level: ruleLevel,
  monitor: ruleMonitor,
  isOpen: z.boolean(),
});
export type AlarmRule = z.infer<typeof alarmRule>;

export const noDataRule = z.object({
  isOpen: z.boolean(),
  /** min */
  allowedGap: z.int().min(MIN_ALLOWED_GAP).max(MAX_ALLOWED_GAP),
});

export type NoDataRule = z.infer<typeof noDataRule>;

/** All alarm rules of a site, as the API returns them apart from the site's id. */
export const siteRules = z.object({
  /** Increases with each change. */
  version: z.int().min(0),
  autoLevel,
  noData: noDataRule,
  /** Minimum time between two alarm e-mails of the site to one user, min. */
  emailInterval: z.int().min(MIN_EMAIL_INTERVAL).max(MAX_EMAIL_INTERVAL),
  limits: z.array(alarmRule),
});
export type SiteRules = z.infer<typeof siteRules>;

/** A change of one rule: only its given fields. A rule without `ruleId` is new; only rules made by users are deleted. */
export type RuleChange = { [Field in keyof AlarmRule]?: AlarmRule[Field] | undefined } & {
  isDeleted?: boolean | undefined;
};

/** A change of a site's rules: complete or only the named parts. Rules that it does not list stay. */
export type SiteRulesChange = {
  /** The version on which the change is based; any if absent. */
  version?: number | undefined;
  autoLevel?: AutoLevel | undefined;
  noData?: { isOpen?: boolean | undefined; allowedGap?: number | undefined } | undefined;
  emailInterval?: number | undefined;
  limits?: readonly RuleChange[] | undefined;
};

/** Result of a change of rules: the new rules, an older version, or the fields that are refused. */
export type SiteRulesResult =
  | { kind: "changed" | "unchanged"; rules: SiteRules }
  | { kind: "outdated"; rules: SiteRules }
  | {
      kind: "refused";
      /** Path of each field (`limits.3.highClear`) → key of the message in the `problems` namespace. */
      fields: Record<string, string>;
      limits: Record<string, { min: number } | { max: number }>;
    };
