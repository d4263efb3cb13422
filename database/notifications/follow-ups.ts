import { and, eq, lte, sql } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { siteAlarms } from "../schema/alarms.ts";
import { escalations, notices } from "../schema/notifications.ts";
import { type FollowUp, followedKinds, followUpStatements } from "./alarm-notices.ts";

/** SQL: the alarm of a notice is suppressed, because the logger of its site is offline. */
export const isLoggerOffline = sql<number>`exists (
  select 1 from site_alarms offline
  where offline.site_id = ${notices.siteId} and offline.end_time is null
    and offline.log_id <> ${notices.logId} and offline.cause ->> 'condition' = 'loggerOffline')`;

/** Reads notices whose repeat or escalation is due, with the state of their alarms and the steps of their sites. */
export async function readDueNotices(database: Database, now: number, limit: number) {
  return database
    .select({
      id: notices.id,
      createdAt: notices.createdAt,
      since: sql<number>`(
        select min(first.created_at) from notices first
        where first.site_id = ${notices.siteId} and first.log_id = ${notices.logId} and first.kind in ${followedKinds})`.as(
        "since",
      ),
      emailInterval: notices.emailInterval,
      repeatAt: notices.repeatAt,
      repeats: notices.repeats,
      escalations: notices.escalations,
      logId: siteAlarms.logId,
      level: sql<
        typeof notices.$inferSelect.level
      >`coalesce(${siteAlarms.level}, ${notices.level})`.as("level"),
      endTime: siteAlarms.endTime,
      acknowledgedAt: siteAlarms.acknowledgedAt,
      snoozedUntil: siteAlarms.snoozedUntil,
      isLoggerOffline: isLoggerOffline.mapWith(Boolean).as("is_logger_offline"),
      steps: escalations.steps,
    })
    .from(notices)
    .leftJoin(
      siteAlarms,
      and(eq(siteAlarms.siteId, notices.siteId), eq(siteAlarms.logId, notices.logId)),
    )
    .leftJoin(escalations, eq(escalations.siteId, notices.siteId))
    .where(lte(notices.nextAt, now))
    .orderBy(notices.nextAt)
    .limit(limit);
}

/** New values of a notice after its follow-ups. */
export type FollowedNotice = {
  id: number;
  repeats: number;
  escalations: number;
  repeatAt: number | null;
  nextAt: number | null;
};

/** Writes repeats and escalations, and when the next ones are due, in one transaction. */
export async function writeFollowUps(
  database: Database,
  followed: readonly FollowedNotice[],
  due: readonly FollowUp[],
  now: number,
): Promise<void> {
  if (followed.length === 0) return;
  const list = JSON.stringify(followed);
  const update = database
    .update(notices)
    .set({
      repeats: sql`one.value ->> 'repeats'`,
      escalations: sql`one.value ->> 'escalations'`,
      repeatAt: sql`one.value ->> 'repeatAt'`,
      nextAt: sql`one.value ->> 'nextAt'`,
    })
    .from(sql`json_each(${list}) one`)
    // A notice that another one continues meanwhile is not followed any more.
    .where(sql`${notices.id} = one.value ->> 'id' and ${notices.nextAt} is not null`);
  const statements = due.flatMap((one) => followUpStatements(database, one, now));
  await database.batch([update, ...statements]);
}
