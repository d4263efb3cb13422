import type { AlarmRow } from "#domain/alarms/alarm-row.ts";

/** Actions of users and notifications on an alarm. Instants are ms UTC. */
export type AlarmMarks = {
  acknowledged: { by: string; id: number | null; at: number } | null;
  snoozedUntil: number | null;
  /** Level of which users were notified; null if they were not. */
  notified: AlarmRow["level"] | null;
  /** Whether users were notified that the key flaps. */
  isFlappingNotified: boolean;
};

/**
 * A row of the alarm log. Its instants are those of the samples, even if these were ahead of the server, because
 * evaluating again must find the same ones; `describeAlarm` limits them to the times of receipt.
 */
export type StoredAlarm = Omit<AlarmRow, "acknowledged" | "snoozedUntil"> & {
  marks: AlarmMarks;
  isHidden: boolean;
  /** Server time at which the alarm and its end were found, ms UTC. */
  seenAt: number;
  endSeenAt: number | null;
};
/** A row that has no number yet. */
export type NewAlarm = Omit<StoredAlarm, "logId" | "episode" | "marks" | "isHidden">;

export const NO_MARKS: AlarmMarks = {
  acknowledged: null,
  snoozedUntil: null,
  notified: null,
  isFlappingNotified: false,
};

export type AlarmSqlRow = {
  log_id: number;
  key: string;
  episode: number;
  source: string;
  level: string;
  address: string | null;
  start_at: number;
  active_at: number;
  end_at: number | null;
  body: string;
  marks: string;
  is_hidden: number;
};

type Body = Pick<
  StoredAlarm,
  | "deviceName"
  | "ruleId"
  | "eventNo"
  | "cause"
  | "value"
  | "limit"
  | "unit"
  | "reason"
  | "isRetroactive"
  | "inhibitedBy"
  | "flaps"
  | "seenAt"
  | "endSeenAt"
>;

export function toBody(alarm: Body): string {
  const { deviceName, ruleId, eventNo, cause, value, limit, unit, reason } = alarm;
  const { isRetroactive, inhibitedBy, flaps, seenAt, endSeenAt } = alarm;
  const found = { isRetroactive, inhibitedBy, flaps, seenAt, endSeenAt };
  return JSON.stringify({
    ...{ deviceName, ruleId, eventNo, cause, value, limit, unit, reason },
    ...found,
  } satisfies Body);
}

export function fromSqlRow(row: AlarmSqlRow): StoredAlarm {
  return {
    ...(JSON.parse(row.body) as Body),
    logId: row.log_id,
    key: row.key,
    episode: row.episode,
    source: row.source as StoredAlarm["source"],
    level: row.level as StoredAlarm["level"],
    address: row.address,
    startTime: row.start_at,
    dateTime: row.active_at,
    endTime: row.end_at,
    marks: { ...NO_MARKS, ...(JSON.parse(row.marks) as Partial<AlarmMarks>) },
    isHidden: row.is_hidden === 1,
  };
}

/** Returns a row as the log shows it: instants ahead of the server count as their time of receipt. */
export function describeAlarm(stored: StoredAlarm): AlarmRow {
  const { marks, isHidden: _, seenAt, endSeenAt, ...row } = stored;
  const { acknowledged, snoozedUntil } = marks;
  return {
    ...row,
    startTime: Math.min(row.startTime, seenAt),
    dateTime: Math.min(row.dateTime, seenAt),
    endTime: row.endTime === null ? null : Math.min(row.endTime, endSeenAt ?? row.endTime),
    acknowledged: acknowledged && { by: acknowledged.by, at: acknowledged.at },
    snoozedUntil,
  };
}
