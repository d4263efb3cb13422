import type { AlarmSource, EndReason } from "#domain/alarms/alarm-row.ts";

/** Keys of the texts of sources. */
export const SOURCE_TEXTS = {
  "user rule": "userRule",
  "system detection": "systemDetection",
  "platform rule": "platformRule",
  "system event rule": "systemEventRule",
} as const satisfies Record<AlarmSource, string>;

/** Keys of the texts of the reasons why an alarm ended. */
export const REASON_TEXTS = {
  recovered: "recovered",
  cleared: "cleared",
  "rule changed": "ruleChanged",
  "rule disabled": "ruleDisabled",
  "equipment removed": "equipmentRemoved",
  "logger online": "loggerOnline",
} as const satisfies Record<EndReason, string>;
