import { and, eq, inArray, isNotNull, lt, lte, sql } from "drizzle-orm";
import type { AlarmCause, AlarmSource, EndReason } from "#domain/alarms/alarm-row.ts";
import type { EventLevel } from "#domain/alarms/event.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import type { Database } from "../connect.ts";
import { siteAlarms } from "../schema/alarms.ts";
import { sites } from "../schema/sites.ts";

/** Time for which D1 keeps ended alarms. The log in the site's object keeps them longer. */
const ENDED_KEPT_MS = 30 * DAY_MS;
/** Maximum number of alarms of one site that D1 keeps besides the open ones, the newest by their numbers. */
export const MAX_MIRRORED = 1_000;
/** Older alarms are deleted once in this many new ones. */
const PRUNE_EVERY = 64;
/** Ids of one statement: D1 binds at most 100 values. */
const MAX_IDS = 90;

/** State of an alarm as the site's object reported it. Instants are ms UTC. */
export type ReportedAlarm = {
  siteId: number;
  sequence: number;
  alarm: {
    logId: number;
    key: string;
    episode: number;
    address: string | null;
    deviceName: string;
    source: AlarmSource;
    ruleId: number | null;
    eventNo: number | null;
    level: EventLevel;
    cause: { kind: string };
    startTime: number;
    dateTime: number;
    endTime: number | null;
    value: number | string | null;
    limit: number | null;
    unit: string | null;
    reason: string | null;
    isRetroactive: boolean;
    inhibitedBy: string | null;
    flaps: number;
    acknowledgedById: number | null;
    acknowledgedAt: number | null;
    snoozedUntil: number | null;
    isHidden: boolean;
  };
};

/**
 * Returns the statement that writes the state of an alarm. It is idempotent: an older event of the same alarm changes
 * nothing, nor does one of a site that no longer exists.
 */
export function mirrorAlarm(database: Database, { siteId, sequence, alarm }: ReportedAlarm) {
  const row = {
    ...alarm,
    siteId,
    sequence,
    cause: alarm.cause as AlarmCause,
    reason: alarm.reason as EndReason | null,
  };
  return database
    .insert(siteAlarms)
    .select(
      sql`
        select ${row.siteId}, ${row.logId}, ${row.sequence}, ${row.key}, ${row.episode}, ${row.address},
          ${row.deviceName}, ${row.source}, ${row.ruleId}, ${row.eventNo}, ${row.level}, ${JSON.stringify(row.cause)}, ${row.startTime},
          ${row.dateTime}, ${row.endTime}, ${row.value === null ? null : JSON.stringify(row.value)}, ${row.limit},
          ${row.unit}, ${row.reason}, ${row.isRetroactive ? 1 : 0}, ${row.inhibitedBy}, ${row.flaps},
          ${row.acknowledgedById}, ${row.acknowledgedAt}, ${row.snoozedUntil}, ${row.isHidden ? 1 : 0}
        from ${sites}
        where ${sites.id} = ${siteId}
      `,
    )
    .onConflictDoUpdate({
      target: [siteAlarms.siteId, siteAlarms.logId],
      set: Object.fromEntries(
        Object.entries(CHANGING).map(([name, column]) => [name, sql.raw(`excluded.${column}`)]),
      ),
      setWhere: lt(siteAlarms.sequence, sequence),
    });
}

/**
 * Returns the statements that delete what a site has above the maximum: a flood of alarms at one site must not slow down
 * the lists of its users.
 */
export function pruneMirror(database: Database, { siteId, alarm }: ReportedAlarm) {
  if (alarm.logId % PRUNE_EVERY !== 0 || alarm.logId <= MAX_MIRRORED) return [];
  return [
    database
      .delete(siteAlarms)
      .where(
        and(
          eq(siteAlarms.siteId, siteId),
          lte(siteAlarms.logId, alarm.logId - MAX_MIRRORED),
          isNotNull(siteAlarms.endTime),
        ),
      ),
  ];
}

/** Columns of an alarm that a later event may change; the others identify it. */
const CHANGING = {
  sequence: "sequence",
  key: "key",
  episode: "episode",
  address: "address",
  deviceName: "device_name",
  source: "source",
  ruleId: "rule_id",
  eventNo: "event_no",
  level: "level",
  cause: "cause",
  startTime: "start_time",
  dateTime: "date_time",
  endTime: "end_time",
  value: "value",
  limit: "limit_value",
  unit: "unit",
  reason: "reason",
  isRetroactive: "is_retroactive",
  inhibitedBy: "inhibited_by",
  flaps: "flaps",
  acknowledgedById: "acknowledged_by_id",
  acknowledgedAt: "acknowledged_at",
  snoozedUntil: "snoozed_until",
  isHidden: "is_hidden",
} as const;

/**
 * Hides ended alarms that were hidden from the log of a site. Its object sends their state, too, because the end of an
 * alarm may still be on its way.
 */
export async function hideMirroredAlarms(
  database: Database,
  siteId: number,
  which: { logIds: readonly number[] } | { to: number | null },
): Promise<void> {
  const ended = and(eq(siteAlarms.siteId, siteId), isNotNull(siteAlarms.endTime));
  if ("to" in which) {
    const until = which.to === null ? undefined : lte(siteAlarms.endTime, which.to);
    await database.update(siteAlarms).set({ isHidden: true }).where(and(ended, until));
    return;
  }
  const { logIds } = which;
  for (let start = 0; start < logIds.length; start += MAX_IDS) {
    const some = logIds.slice(start, start + MAX_IDS);
    await database
      .update(siteAlarms)
      .set({ isHidden: true })
      .where(and(ended, inArray(siteAlarms.logId, some)));
  }
}

/** Deletes alarms that ended too long ago. */
export async function deleteOldAlarms(database: Database, now: number): Promise<void> {
  await database.delete(siteAlarms).where(lt(siteAlarms.endTime, now - ENDED_KEPT_MS));
}
