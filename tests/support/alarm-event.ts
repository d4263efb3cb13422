import type { SiteAlarmEvent } from "#protocol/alarms.ts";

const T0 = 1_790_000_000_000;

/** An event of an open alarm of a site, as its object sends it. */
export function alarmEvent(
  siteId: number,
  logId: number,
  sequence: number,
  more: Partial<SiteAlarmEvent["alarm"]> = {},
): SiteAlarmEvent {
  return {
    kind: "alarm",
    siteId,
    sequence,
    alarm: {
      logId,
      key: `rule 1 low ${logId}`,
      episode: 1,
      address: "FFFF000131",
      deviceName: "Battery",
      source: "user rule",
      ruleId: 1,
      eventNo: null,
      level: "fault",
      cause: { kind: "limit", alarmType: "batteryVoltage", name: null, side: "low" },
      startTime: T0,
      dateTime: T0 + 10_000,
      endTime: null,
      value: 9.1,
      limit: 9.5,
      unit: "V",
      reason: null,
      isRetroactive: false,
      inhibitedBy: null,
      flaps: 0,
      acknowledgedBy: null,
      acknowledgedById: null,
      acknowledgedAt: null,
      snoozedUntil: null,
      isHidden: false,
      ...more,
    },
    notice: null,
    summary: null,
  };
}
