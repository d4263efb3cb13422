import { z } from "zod";
import { registerAddress } from "../registers/address.ts";
import { register } from "../registers/register.ts";
import {
  AUTO_LEVELS,
  MAX_ALLOWED_GAP,
  MAX_EMAIL_INTERVAL,
  MAX_RULE_NAME,
  MAX_RULE_REGISTERS,
  MAX_RULE_SECONDS,
  MAX_RULE_VALUE,
  MAX_RULE_VALUES,
  MIN_ALLOWED_GAP,
  MIN_EMAIL_INTERVAL,
  RULE_LEVELS,
  RULE_MONITORS,
} from "./rule-choices.ts";

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
export const ruleLevel = z.enum(RULE_LEVELS);
/** Which levels a rule evaluates: none, faults, or faults and warnings. */
export const ruleMonitor = z.enum(RULE_MONITORS);
/** Minimum level of a logger's events that sends notifications. */
export const autoLevel = z.enum(AUTO_LEVELS);
export type AutoLevel = z.infer<typeof autoLevel>;

const limit = z.number().nullable();
/** A value of an "is one of" rule. */
export const ruleValue = z.union([z.string().max(MAX_RULE_VALUE), z.number()]);

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
  isOneOf: z.array(ruleValue).max(MAX_RULE_VALUES).nullable().default(null),
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
