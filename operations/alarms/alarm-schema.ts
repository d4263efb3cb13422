import { z } from "zod";
import { ALARM_SOURCES, END_REASONS } from "#domain/alarms/alarm-row.ts";
import { eventLevel } from "#domain/alarms/event.ts";
import { incompleteRule } from "#domain/alarms/platform-rules.ts";
import { alarmRule, siteRules } from "#domain/alarms/site-rules.ts";

const instant = z.int().describe("ms UTC");

/** A row of the alarm log. */
export const alarmRow = z.object({
  logId: z.int(),
  episode: z.int().describe("Number of the episode of the same rule and side, or event"),
  deviceName: z.string(),
  address: z.string().nullable().describe("Of the register or equipment; null for the site"),
  source: z.enum(ALARM_SOURCES),
  ruleId: z.int().optional().describe("Present if a rule raised the alarm"),
  eventNo: z.int().optional().describe("Present if a logger reported the event"),
  level: eventLevel,
  description: z.string().describe("What happened, in the caller's language"),
  startTime: instant.describe("Beginning of the condition, ms UTC"),
  dateTime: instant.describe("Timestamp of the sample at which the alarm became active, ms UTC"),
  endTime: instant.nullable().describe("Null while the alarm is active"),
  duration: z.int().describe("s; up to now while the alarm is active"),
  value: z.union([z.number(), z.string()]).nullable().describe("In `unit`"),
  limit: z.number().nullable().describe("Limit that the value breached, in `unit`"),
  unit: z.string().nullable(),
  reason: z.enum(END_REASONS).nullable().describe("Why the alarm ended"),
  retroactive: z.boolean().describe("Whether the alarm was found in data that arrived late"),
  inhibitedBy: z.string().nullable().describe("Alarm that suppresses the notification of this one"),
  flaps: z.int().describe("Number of episodes that this row counts; 0 if it is a single one"),
  acknowledged: z
    .object({
      by: z
        .string()
        .nullable()
        .describe(
          "Name of the user; empty if the account was deleted, null for the demo account, which sees no users",
        ),
      at: instant,
    })
    .nullable(),
  snoozedUntil: instant.nullable().describe("Until when notifications are suppressed, ms UTC"),
});
export type DescribedAlarm = z.output<typeof alarmRow>;

/** A rule in an answer. */
export const describedRule = alarmRule;

/** The rules of a site in an answer. */
export const describedRules = siteRules.extend({
  id: z.int().describe("Id of the site"),
  incomplete: z
    .array(incompleteRule)
    .describe(
      "Rules of the operator that cover fewer registers of the site than have their name: one covers 50, all of them 2,000",
    ),
});

const AT = 1_790_000_000_000;

export const alarmRowExample: DescribedAlarm = {
  logId: 31,
  episode: 2,
  deviceName: "Battery",
  address: "FFFF000131",
  source: "user rule",
  ruleId: 1,
  level: "fault",
  description: "Battery voltage is below the limit",
  startTime: AT,
  dateTime: AT + 10_000,
  endTime: AT + 190_000,
  duration: 190,
  value: 9.1,
  limit: 9.5,
  unit: "V",
  reason: "recovered",
  retroactive: false,
  inhibitedBy: null,
  flaps: 0,
  acknowledged: null,
  snoozedUntil: null,
};

export const ruleExample = {
  ruleId: 1,
  alarmType: "batteryVoltage",
  address: "FFFF000131",
  addresses: [],
  unit: "V",
  min: 0,
  max: 100,
  lowAlarm: 9.5,
  lowClear: 10,
  highAlarm: 15,
  highClear: 14.5,
  isOneOf: null,
  sustainTime: 10,
  notifyAfter: 0,
  level: "fault",
  monitor: "all",
  isOpen: true,
};

export const rulesExample = {
  id: 12,
  version: 3,
  autoLevel: "faults",
  noData: { isOpen: true, allowedGap: 30 },
  emailInterval: 60,
  limits: [ruleExample],
  incomplete: [],
};
