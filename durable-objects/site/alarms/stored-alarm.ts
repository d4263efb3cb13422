import type { AlarmRow } from "#domain/alarms/alarm-row.ts";
import { isMoreSevere } from "#domain/alarms/event.ts";
import type { SiteAlarmEvent } from "#protocol/alarms.ts";

/** Actions of users and notifications on an alarm. Instants are ms UTC. */
export type AlarmMarks = {
  acknowledged: { by: string; id: number | null; at: number } | null;
  snoozedUntil: number | null;
  /** Level of which users were notified; null if they were not. */
  notified: AlarmRow["level"] | null;
  /** Whether users were notified that the key flaps. */
  isFlappingNotified: boolean;
  /** Whether an alarm that was found in late data is live since then. */
  isLive: boolean;
};

/** State of the row of a flapping key, with which the next episode continues it. Instants are ms UTC. */
export type FlappingState = {
  /** Instant at which the key began to flap: the start of the first episode above the maximum. */
  at: number;
  /** Start of its newest episode. */
  lastStart: number;
  /** Its oldest episodes, whose rows were removed because the log has too many; absent while it has all of them. */
  removed?: RemovedEpisodes;
};

/** The oldest episodes of a flapping key, whose number no longer changes. Instants are ms UTC. */
export type RemovedEpisodes = {
  /** Start of the newest one of them, and the latest end. */
  until: number;
  end: number;
  count: number;
  /** The most severe level of them. */
  level: AlarmRow["level"];
};

/**
 * A row of the alarm log. Its instants are those of the samples, even if these were ahead of the server, because
 * evaluating again must find the same ones; `describeAlarm` limits them to the times of receipt.
 */
export type StoredAlarm = Omit<AlarmRow, "acknowledged" | "snoozedUntil"> & {
  marks: AlarmMarks;
  isHidden: boolean;
  /** Whether it is one of the episodes that the row of its flapping key counts, which is shown instead. */
  isPart: boolean;
  /** Null for the row of a single episode. */
  flapping: FlappingState | null;
  /** Server time at which the alarm and its end were found, ms UTC. */
  seenAt: number;
  endSeenAt: number | null;
};
/** A single episode that has no row yet. */
export type NewAlarm = Omit<
  StoredAlarm,
  "logId" | "episode" | "marks" | "isHidden" | "isPart" | "flapping"
>;

/** Changes of the episodes of one key. */
export type EpisodeChanges = {
  insert: readonly NewAlarm[];
  update: readonly { row: StoredAlarm; alarm: StoredAlarm }[];
  /** Episodes that did not happen, as late data shows. */
  remove: readonly StoredAlarm[];
};

/** Begin of the stored keys of rows that count the episodes of a flapping key. */
export const FLAPPING_PREFIX = "flapping/";

/** Returns the stored key of the row that counts the episodes of a flapping key. */
export function flappingKey(key: string): string {
  return FLAPPING_PREFIX + key;
}

/** Returns the most severe level; `info` without any. */
export function worstOf(levels: readonly StoredAlarm["level"][]): StoredAlarm["level"] {
  return levels.reduce((worst, level) => (isMoreSevere(level, worst) ? level : worst), "info");
}

/**
 * Whether an alarm notifies by itself: it was found live, or it is live since live data or the message about the late
 * data in which it was found.
 */
export function isLive({
  isRetroactive,
  marks,
}: Pick<StoredAlarm, "isRetroactive" | "marks">): boolean {
  return !isRetroactive || marks.isLive || marks.notified !== null;
}

/** Returns the key of the alarm of a row. */
export function alarmKey(stored: string): string {
  return stored.startsWith(FLAPPING_PREFIX) ? stored.slice(FLAPPING_PREFIX.length) : stored;
}

export const NO_MARKS: AlarmMarks = {
  acknowledged: null,
  snoozedUntil: null,
  notified: null,
  isFlappingNotified: false,
  isLive: false,
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
  /** Sum of `HIDDEN` and `PART`; 0 for a row that is shown. */
  is_hidden: number;
};
const HIDDEN = 1;
const PART = 2;

/** Returns the stored value of why a row is not shown. An open alarm is never hidden. */
export function hiddenOf(alarm: Pick<StoredAlarm, "isHidden" | "isPart" | "endTime">): number {
  return (alarm.isHidden && alarm.endTime !== null ? HIDDEN : 0) + (alarm.isPart ? PART : 0);
}

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
> & { flapping?: FlappingState | null };

export function toBody(alarm: Body): string {
  const { deviceName, ruleId, eventNo, cause, value, limit, unit, reason } = alarm;
  const { isRetroactive, inhibitedBy, flaps, seenAt, endSeenAt, flapping } = alarm;
  const state = flapping ? { flapping } : {};
  const found = { isRetroactive, inhibitedBy, flaps, seenAt, endSeenAt, ...state };
  return JSON.stringify({
    ...{ deviceName, ruleId, eventNo, cause, value, limit, unit, reason },
    ...found,
  } satisfies Body);
}

export function fromSqlRow(row: AlarmSqlRow): StoredAlarm {
  const body = JSON.parse(row.body) as Body;
  return {
    ...body,
    flapping: body.flapping ?? null,
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
    isHidden: (row.is_hidden & HIDDEN) !== 0,
    isPart: (row.is_hidden & PART) !== 0,
  };
}

/** Returns a row as the log shows it: instants ahead of the server count as their time of receipt. */
export function describeAlarm(stored: StoredAlarm): AlarmRow {
  const { marks, isHidden: _, isPart: __, flapping: ___, seenAt, endSeenAt, ...row } = stored;
  const { acknowledged, snoozedUntil } = marks;
  return {
    ...row,
    key: alarmKey(row.key),
    startTime: Math.min(row.startTime, seenAt),
    dateTime: Math.min(row.dateTime, seenAt),
    endTime: row.endTime === null ? null : Math.min(row.endTime, endSeenAt ?? row.endTime),
    acknowledged: acknowledged && { by: acknowledged.by, at: acknowledged.at },
    snoozedUntil,
  };
}

/** Returns an alarm as the rest of the system learns of it. */
export function toEvent(stored: StoredAlarm): SiteAlarmEvent["alarm"] {
  const { acknowledged, ...row } = describeAlarm(stored);
  return {
    ...row,
    acknowledgedBy: acknowledged?.by ?? null,
    acknowledgedById: stored.marks.acknowledged?.id ?? null,
    acknowledgedAt: acknowledged?.at ?? null,
    isHidden: stored.isHidden,
  };
}
