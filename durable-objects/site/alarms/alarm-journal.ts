import type { AlarmRow } from "#domain/alarms/alarm-row.ts";
import type { JournalDetails } from "#domain/journal/journal-entry.ts";
import type { JournalWhat } from "#domain/journal/journal-kinds.ts";
import type { SiteJournal } from "../journal/site-journal.ts";
import { describeAlarm, isLive, type StoredAlarm } from "./stored-alarm.ts";

type Journal = Pick<SiteJournal, "recordOfLogger">;

/** Records a new alarm. One that was found in late data is one entry, with its end if it has ended. */
export function recordNew(journal: Journal, alarm: StoredAlarm): void {
  record(journal, alarm.isRetroactive ? "alarm.found" : "alarm.started", alarm);
  if (!alarm.isRetroactive && alarm.endTime !== null) record(journal, "alarm.ended", alarm);
}

/** Records the end of an alarm, and what late data corrects: its start, and the end of an ended one. */
export function recordUpdate(journal: Journal, before: StoredAlarm, alarm: StoredAlarm): void {
  const [from, to] = [describeAlarm(before), describeAlarm(alarm)];
  if (from.startTime === to.startTime && from.endTime === to.endTime) return;
  const isEnd = from.endTime === null && to.endTime !== null;
  const previous = { startFrom: from.startTime, endFrom: from.endTime };
  if (isEnd) record(journal, "alarm.ended", alarm);
  else record(journal, "alarm.corrected", alarm, previous);
}

/** Records that an alarm did not happen, as late data shows. */
export function recordWithdrawn(journal: Journal, alarm: StoredAlarm): void {
  record(journal, "alarm.withdrawn", alarm);
}

function record(
  journal: Journal,
  what: JournalWhat,
  alarm: StoredAlarm,
  more: JournalDetails = {},
): void {
  // Events of the logger are recorded where they arrive, except those that were over before.
  const isRecorded = !isLive(alarm) && alarm.endTime !== null;
  if (alarm.source === "system detection" && !isRecorded) return;
  const { address, deviceName, level, value, limit, unit, reason, flaps, startTime, endTime } =
    describeAlarm(alarm);
  journal.recordOfLogger({
    what,
    details: {
      device: deviceName,
      address,
      ...describeCause(alarm.cause),
      ...(alarm.cause.kind === "event" && alarm.cause.code !== null && { code: alarm.cause.code }),
      level,
      value,
      limit,
      unit,
      reason,
      ...(flaps > 0 ? { flaps } : {}),
      start: startTime,
      ...(endTime === null ? {} : { end: endTime }),
      ...more,
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
