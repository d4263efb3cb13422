import { can } from "#domain/access/can.ts";
import type { SiteActor } from "#domain/access/roles.ts";
import type { AlarmRow } from "#domain/alarms/alarm-row.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import type { Context } from "../context.ts";
import type { DescribedAlarm } from "./alarm-schema.ts";

/**
 * Describes a row of the alarm log in the language of the request. The demo account, which sees no users, does not see
 * who acknowledged it.
 */
export function describeAlarm(
  row: AlarmRow,
  { alarmWords, language, now }: Pick<Context, "alarmWords" | "language" | "now">,
  actor: SiteActor,
): DescribedAlarm {
  const { acknowledged } = row;
  const by = acknowledged !== null && can(actor, "viewMembers") ? acknowledged.by : null;
  const { logId, episode, deviceName, address, source, level, startTime, dateTime, endTime } = row;
  return {
    logId,
    episode,
    deviceName,
    address,
    source,
    ...(row.ruleId !== null && { ruleId: row.ruleId }),
    ...(row.eventNo !== null && { eventNo: row.eventNo }),
    level,
    description: alarmWords(language).describe(row),
    startTime,
    dateTime,
    endTime,
    duration: durationOf(row, now()),
    value: row.value,
    limit: row.limit,
    unit: row.unit,
    reason: row.reason,
    retroactive: row.isRetroactive,
    inhibitedBy: row.inhibitedBy,
    flaps: row.flaps,
    acknowledged: acknowledged && { by, at: acknowledged.at },
    snoozedUntil: row.snoozedUntil,
  };
}

/** Returns the duration of an alarm in whole seconds; that of an active one lasts until now. */
export function durationOf(
  { startTime, endTime }: Pick<AlarmRow, "startTime" | "endTime">,
  now: number,
): number {
  return Math.max(0, Math.floor(((endTime ?? now) - startTime) / SECOND_MS));
}
