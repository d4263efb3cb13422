import type { AlarmRow } from "#domain/alarms/alarm-row.ts";
import type { SiteJournal } from "../journal/site-journal.ts";
import { describeAlarm, type StoredAlarm } from "./stored-alarm.ts";

/** Records an alarm in the journal. Events of the logger are recorded where they arrive. */
export function recordAlarm(
  journal: Pick<SiteJournal, "recordOfLogger">,
  what: "alarm.started" | "alarm.ended",
  alarm: StoredAlarm,
): void {
  if (alarm.source === "system detection" || alarm.isRetroactive) return;
  const { address, deviceName, level, value, limit, unit, reason, flaps } = describeAlarm(alarm);
  journal.recordOfLogger({
    what,
    details: {
      device: deviceName,
      address,
      ...describeCause(alarm.cause),
      level,
      value,
      limit,
      unit,
      reason,
      ...(flaps > 0 ? { flaps } : {}),
    },
  });
}

/** Returns what an alarm is about, for the journal. */
export function describeCause(cause: AlarmRow["cause"]): { description: string | null } {
  switch (cause.kind) {
    case "limit":
      return { description: cause.name ?? cause.alarmType };
    case "value":
      return { description: cause.name };
    case "event":
      return { description: cause.message ?? cause.code };
    case "platform":
      return { description: cause.condition };
  }
}
