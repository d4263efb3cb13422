import { acknowledgeAllAlarms, countAllAlarms, pageAllAlarms } from "./all-alarms.ts";
import { exportAlarms } from "./export-log.ts";
import { acknowledgeAlarm, clearAlarms, deleteAlarms, pageAlarms, snoozeAlarm } from "./log.ts";
import { listPlatformRules, updatePlatformRules } from "./platform-rules.ts";
import { listRules, previewRule, updateRules } from "./rules.ts";

export const alarmOperations = [
  listRules,
  updateRules,
  previewRule,
  pageAlarms,
  deleteAlarms,
  clearAlarms,
  exportAlarms,
  acknowledgeAlarm,
  snoozeAlarm,
  pageAllAlarms,
  countAllAlarms,
  acknowledgeAllAlarms,
  listPlatformRules,
  updatePlatformRules,
] as const;
