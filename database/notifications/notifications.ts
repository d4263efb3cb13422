import { and, eq, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Channel, PUSH_INTERVAL_MS, type SentKind } from "#domain/notifications/notice.ts";
import type { Database } from "../connect.ts";
import { siteAlarms } from "../schema/alarms.ts";
import { memberships } from "../schema/members.ts";
import {
  notices,
  notifications,
  sitePreferencesOfUsers,
  userPreferences,
} from "../schema/notifications.ts";
import { sites } from "../schema/sites.ts";
import { users } from "../schema/users.ts";
import { isLoggerOffline } from "./follow-ups.ts";

const isOpen = and(isNull(notifications.settledAt), isNull(notifications.readyAt));
/** An earlier notification of the same user about the same site. */
const last = alias(notifications, "last");
const isOfSame = sql`${last.userId} = ${notifications.userId} and ${last.siteId} = ${notifications.siteId}`;

const columns = {
  id: notifications.id,
  noticeId: notices.id,
  siteId: notifications.siteId,
  userId: notifications.userId,
  channel: notifications.channel,
  createdAt: notifications.createdAt,
  dueAt: notifications.dueAt,
  kind: sql<SentKind>`${notices.kind}`.as("notice_kind"),
  level: notices.level,
  logId: notices.logId,
  emailInterval: notices.emailInterval,
  isOffline: notices.isOffline,
  startTime: notices.startTime,
  heldUntil: notices.heldUntil,
  alarm: notices.alarm,
  summary: notices.summary,
  siteName: sql<string>`${sites.name}`.as("site_name"),
  siteZone: sites.timeZone,
  isSiteDeleted: sql<number>`${sites.deletedAt} is not null`.mapWith(Boolean).as("is_deleted"),
  name: users.name,
  email: users.email,
  language: users.language,
  mailLanguage: users.mailLanguage,
  alarmMails: users.alarmMails,
  demo: users.demo,
  role: memberships.role,
  membershipEndsAt: memberships.endsAt,
  receivesAlarms: memberships.receivesAlarms,
  preferences: userPreferences.preferences,
  sitePreferences: sql<string | null>`${sitePreferencesOfUsers.preferences}`.as("at_site"),
  alarmEndTime: siteAlarms.endTime,
  alarmLevel: sql<string | null>`${siteAlarms.level}`.as("alarm_level"),
  acknowledgedAt: siteAlarms.acknowledgedAt,
  snoozedUntil: siteAlarms.snoozedUntil,
  isLoggerOffline:
    sql<number>`case when ${notices.kind} in ('repeat', 'escalation') then ${isLoggerOffline} else 0 end`
      .mapWith(Boolean)
      .as("is_logger_offline"),
  lastSentAt: sql<number | null>`case ${notifications.channel}
    when 'mail' then (
      select ${last.settledAt} from ${notifications} "last"
      where ${isOfSame} and ${last.channel} = 'mail' and ${last.settledAt} is not null
        and ${last.messageId} is not null
      order by ${last.settledAt} desc limit 1)
    when 'push' then (
      select max(at) from (
        select ${last.settledAt} as at from ${notifications} "last"
        where ${isOfSame} and ${last.channel} = 'push' and ${last.outcome} = 'sent'
          and ${last.settledAt} > ${notifications.createdAt} - ${PUSH_INTERVAL_MS}
        union all
        select ${last.readyAt} from ${notifications} "last"
        where ${isOfSame} and ${last.channel} = 'push' and ${last.settledAt} is null and ${last.readyAt} is not null))
    end`.as("last_sent_at"),
};

/** A notification that waits for its message, with everything that decides on it. */
export type WaitingRow = Awaited<ReturnType<typeof readWaiting>>[number];

/** Channels of users; a webhook belongs to a site. */
type UserChannel = Exclude<Channel, "webhook">;

/** Lists users with notifications that are due on a channel, the longest waiting first. */
export async function listDueUsers(
  database: Database,
  channel: UserChannel,
  now: number,
  limit: number,
): Promise<number[]> {
  const rows = await database
    .select({ userId: notifications.userId })
    .from(notifications)
    .where(and(lte(notifications.dueAt, now), isOpen, eq(notifications.channel, channel)))
    .groupBy(notifications.userId)
    .orderBy(sql`min(${notifications.dueAt})`)
    .limit(limit);
  return rows.flatMap(({ userId }) => userId ?? []);
}

/**
 * Reads all waiting notifications of some users on a channel. If there are more than the limit, those of users that
 * would be incomplete are left out, so that a digest is never divided; only a single user's may be incomplete.
 */
export async function readWaitingOf(
  database: Database,
  channel: UserChannel,
  userIds: readonly number[],
  limit: number,
): Promise<WaitingRow[]> {
  const condition = and(eq(notifications.channel, channel), isOneOf(notifications.userId, userIds));
  const rows = await readWaiting(database, condition, limit);
  if (rows.length < limit) return rows;
  const last = rows.at(-1)?.userId;
  const complete = rows.filter(({ userId }) => userId !== last);
  return complete.length > 0 ? complete : rows;
}

/** Reads due notifications of webhooks, the longest waiting first. */
export function readDueWebhooks(
  database: Database,
  now: number,
  limit: number,
): Promise<WaitingRow[]> {
  const condition = and(lte(notifications.dueAt, now), eq(notifications.channel, "webhook"));
  return readWaiting(database, condition, limit);
}

async function readWaiting(database: Database, condition: SQL | undefined, limit: number) {
  return database
    .select(columns)
    .from(notifications)
    .innerJoin(notices, eq(notices.id, notifications.noticeId))
    .innerJoin(sites, eq(sites.id, notifications.siteId))
    .leftJoin(users, eq(users.id, notifications.userId))
    .leftJoin(
      memberships,
      and(
        eq(memberships.userId, notifications.userId),
        eq(memberships.siteId, notifications.siteId),
      ),
    )
    .leftJoin(userPreferences, eq(userPreferences.userId, notifications.userId))
    .leftJoin(
      sitePreferencesOfUsers,
      and(
        eq(sitePreferencesOfUsers.userId, notifications.userId),
        eq(sitePreferencesOfUsers.siteId, notifications.siteId),
      ),
    )
    .leftJoin(
      siteAlarms,
      and(eq(siteAlarms.siteId, notifications.siteId), eq(siteAlarms.logId, notices.logId)),
    )
    .where(and(condition, isOpen))
    .orderBy(notifications.userId, notifications.dueAt, notifications.id)
    .limit(limit);
}

/** Condition for a list of any length: D1 binds at most 100 values. */
function isOneOf(
  column: typeof notifications.userId | typeof notifications.id,
  ids: readonly number[],
) {
  return inArray(column, sql`(select value from json_each(${JSON.stringify(ids)}))`);
}

/**
 * Reads the Message-IDs of earlier e-mails to the recipients of some notifications about the same alarms, the oldest
 * first, for the headers of their thread.
 */
export async function readThreads(
  { $client }: Database,
  ids: readonly number[],
): Promise<{ id: number; messageId: string }[]> {
  const { results } = await $client
    .prepare(
      `select distinct waiting.id, earlier.message_id as messageId
      from json_each(?1) one
      join notifications waiting on waiting.id = one.value
      join notices own on own.id = waiting.notice_id
      join notices related on related.site_id = own.site_id and (related.log_id = own.log_id or related.key in (
        select 'summary:' || substr(live.key, instr(live.key, ':live:') + 6) from notices live
        where live.site_id = own.site_id and live.log_id = own.log_id and live.kind = 'live'))
      join notifications earlier on earlier.notice_id = related.id and earlier.channel = 'mail'
        and earlier.recipient = waiting.recipient and earlier.message_id is not null
      order by earlier.settled_at, earlier.id`,
    )
    .bind(JSON.stringify(ids))
    .all<{ id: number; messageId: string }>();
  return results;
}

/** Moves notifications to later instants, ms UTC. */
export async function postponeNotifications(
  { $client }: Database,
  postponed: readonly { id: number; dueAt: number }[],
): Promise<void> {
  if (postponed.length === 0) return;
  await $client
    .prepare(
      `update notifications set due_at = one.value ->> 'dueAt' from json_each(?1) one
      where notifications.id = one.value ->> 'id' and settled_at is null and ready_at is null`,
    )
    .bind(JSON.stringify(postponed))
    .run();
}

/** Allows the sender of a channel to take notifications. */
export async function releaseNotifications(
  database: Database,
  ids: readonly number[],
  now: number,
): Promise<void> {
  if (ids.length === 0) return;
  await database
    .update(notifications)
    .set({ readyAt: now })
    .where(and(isOneOf(notifications.id, ids), isOpen));
}

/** Settles notifications that are not sent, because the recipient may not be notified any more. */
export async function dropNotifications(
  database: Database,
  ids: readonly number[],
  now: number,
): Promise<void> {
  if (ids.length === 0) return;
  await database
    .update(notifications)
    .set({ settledAt: now, outcome: "dropped" })
    .where(and(isOneOf(notifications.id, ids), isNull(notifications.settledAt)));
}

/** Returns the statement that records that a channel has taken notifications. */
export function settleNotifications(database: Database, ids: readonly number[], now: number) {
  return database
    .update(notifications)
    .set({ settledAt: now, outcome: "sent" })
    .where(and(isOneOf(notifications.id, ids), isNull(notifications.settledAt)));
}

/** Returns the earliest instant from which a notification of a channel waits, ms UTC; null if none does. */
export async function findNextDue(database: Database, channel: Channel): Promise<number | null> {
  const [row] = await database
    .select({ dueAt: sql<number | null>`min(${notifications.dueAt})` })
    .from(notifications)
    .where(and(isOpen, eq(notifications.channel, channel)));
  return row?.dueAt ?? null;
}
