import { and, eq, inArray, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import type { Language } from "#domain/languages.ts";
import { PUSH_KEPT_MS } from "#domain/push/push-attempts.ts";
import type { PushSite } from "#domain/push/restrict-push.ts";
import type { Database } from "../connect.ts";
import { lasts } from "../members/member-guards.ts";
import { wants } from "../notifications/alarm-notices.ts";
import { isAnnounced } from "../notifications/announced.ts";
import { settleNotifications } from "../notifications/notifications.ts";
import { memberships } from "../schema/members.ts";
import { notices, notifications } from "../schema/notifications.ts";
import { pushDeliveries, pushSubscriptions } from "../schema/push.ts";
import { sites } from "../schema/sites.ts";
import { users } from "../schema/users.ts";

/**
 * Turns notifications that may be sent into messages, one for each browser of their user, and settles them in the same
 * batch. A notification that another run has settled in the meantime causes no second message.
 * @returns the number of notifications
 */
export async function fanOutPushes(
  database: Database,
  { now, limit }: { now: number; limit: number },
): Promise<number> {
  const ready = await database
    .select({ id: notifications.id })
    .from(notifications)
    .where(
      and(
        eq(notifications.channel, "push"),
        lte(notifications.readyAt, now),
        isNull(notifications.settledAt),
      ),
    )
    .orderBy(notifications.readyAt)
    .limit(limit);
  if (ready.length === 0) return 0;
  const ids = ready.map(({ id }) => id);
  await database.batch([
    database
      .insert(pushDeliveries)
      .select(
        sql`
          select null, ${pushSubscriptions.id}, ${notices.siteId} || ':' || ${notices.key},
            json_object(
              'kind', ${notices.kind}, 'siteId', ${notices.siteId}, 'logId', ${notices.logId},
              'level', ${notices.level}, 'alarm', json(${notices.alarm}), 'summary', json(${notices.summary})
            ),
            ${now}, 0, ${now}, null, null, null
          from ${notifications}
          inner join ${notices} on ${notices.id} = ${notifications.noticeId}
          inner join ${pushSubscriptions} on ${pushSubscriptions.userId} = ${notifications.userId}
          where ${notifications.id} in (select value from json_each(${JSON.stringify(ids)}))
            and ${notifications.settledAt} is null
        `,
      )
      .onConflictDoNothing(),
    settleNotifications(database, ids, now),
  ]);
  return ids.length;
}

/** Returns the statement that queues a message to one browser. */
export function queuePush(
  database: Database,
  push: { subscriptionId: number; cause: string; values: string; now: number },
) {
  const { now, ...row } = push;
  return database
    .insert(pushDeliveries)
    .values({ ...row, createdAt: now, dueAt: now })
    .onConflictDoNothing();
}

/** A message claimed by a sender, with the browser that receives it. */
export type TakenPush = {
  id: number;
  cause: string;
  values: string;
  createdAt: number;
  attempts: number;
  subscriptionId: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  vapidKey: string;
  userId: number;
  language: Language;
  /** The sites of the message to which the user still has access and wants pushes about. */
  sites: (PushSite & { name: string })[];
};

const isStartSent = isAnnounced("push", {
  siteId: "sites.id",
  logId: "(entry.value ->> 'logId')",
  userId: "push_subscriptions.user_id",
});

const isOpen = and(isNull(pushDeliveries.sentAt), isNull(pushDeliveries.failedAt));
const isSettled = or(isNotNull(pushDeliveries.sentAt), isNotNull(pushDeliveries.failedAt));

/** Returns whether any message is due, which reads fewer rows than claiming. */
async function isPushDue(database: Database, now: number): Promise<boolean> {
  const [first] = await database
    .select({ id: pushDeliveries.id })
    .from(pushDeliveries)
    .where(and(lte(pushDeliveries.dueAt, now), isOpen))
    .limit(1);
  return first !== undefined;
}

/**
 * Claims due messages for one sender, the longest waiting first. Other senders skip claimed ones until the claim
 * expires.
 */
export async function takeDuePushes(
  database: Database,
  { now, until, limit }: { now: number; until: number; limit: number },
): Promise<TakenPush[]> {
  const due = database
    .select({ id: pushDeliveries.id })
    .from(pushDeliveries)
    .where(
      and(
        lte(pushDeliveries.dueAt, now),
        isOpen,
        or(isNull(pushDeliveries.takenUntil), lte(pushDeliveries.takenUntil, now)),
      ),
    )
    .orderBy(pushDeliveries.dueAt, pushDeliveries.id)
    .limit(limit);
  if (!(await isPushDue(database, now))) return [];
  const taken = await database
    .update(pushDeliveries)
    .set({ takenUntil: until, attempts: sql`${pushDeliveries.attempts} + 1` })
    .where(inArray(pushDeliveries.id, due))
    .returning({ id: pushDeliveries.id });
  if (taken.length === 0) return [];
  // A message about several notifications has sites instead of one.
  const sitesOf = sql`
    select ${pushDeliveries.values} ->> 'siteId' union select value ->> 'siteId' from json_each(${pushDeliveries.values}, '$.counts')
  `;
  const rows = await database
    .select({
      id: pushDeliveries.id,
      cause: pushDeliveries.cause,
      values: pushDeliveries.values,
      createdAt: pushDeliveries.createdAt,
      attempts: pushDeliveries.attempts,
      subscriptionId: pushDeliveries.subscriptionId,
      endpoint: pushSubscriptions.endpoint,
      p256dh: pushSubscriptions.p256dh,
      auth: pushSubscriptions.auth,
      vapidKey: pushSubscriptions.vapidKey,
      userId: pushSubscriptions.userId,
      language: users.language,
      sites: sql<string>`(
        select json_group_array(json_object('id', ${sites.id}, 'name', ${sites.name},
          'receives', json(case when ${memberships.receivesAlarms} then 'true' else 'false' end),
          'unannounced', json((
            select json_group_array(entry.value ->> 'logId')
            from json_each(coalesce(${pushDeliveries.values} -> 'entries', json_array(json(${pushDeliveries.values})))) entry
            where entry.value ->> 'siteId' = ${sites.id} and entry.value ->> 'kind' = 'end'
              and not ${sql.raw(isStartSent)}))))
        from ${sites} inner join ${memberships} on ${memberships.siteId} = ${sites.id}
        left join notification_preferences own on own.user_id = ${pushSubscriptions.userId}
        left join site_notification_preferences at_site
          on at_site.user_id = ${pushSubscriptions.userId} and at_site.site_id = ${sites.id}
        where ${sites.id} in (${sitesOf}) and ${memberships.userId} = ${pushSubscriptions.userId}
          and ${sites.deletedAt} is null and ${lasts(now)} and ${wants("push")}
      )`.as("site_names"),
    })
    .from(pushDeliveries)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, pushDeliveries.subscriptionId))
    .innerJoin(users, eq(users.id, pushSubscriptions.userId))
    .where(
      sql`${pushDeliveries.id} in (select value from json_each(${JSON.stringify(taken.map(({ id }) => id))}))`,
    )
    .orderBy(pushDeliveries.id);
  return rows.map((row) => ({ ...row, sites: JSON.parse(row.sites) }));
}

/** Records that a message was sent or given up, and erases its content. The due instant becomes that of its deletion. */
export async function settlePush(
  database: Database,
  id: number,
  { sent, now }: { sent: boolean; now: number },
): Promise<void> {
  const settled = database
    .update(pushDeliveries)
    .set({
      ...(sent ? { sentAt: now } : { failedAt: now }),
      values: "{}",
      takenUntil: null,
      dueAt: now + PUSH_KEPT_MS,
    })
    .where(and(eq(pushDeliveries.id, id), isOpen));
  if (!sent) {
    await settled;
    return;
  }
  const to = sql`(select ${pushDeliveries.subscriptionId} from ${pushDeliveries} where ${pushDeliveries.id} = ${id})`;
  await database.batch([
    settled,
    database.update(pushSubscriptions).set({ lastSentAt: now }).where(eq(pushSubscriptions.id, to)),
  ]);
}

/** Releases a claimed message until a later instant, unless another sender has claimed it in the meantime. */
export async function postponePush(
  database: Database,
  id: number,
  { takenUntil, dueAt, untried }: { takenUntil: number; dueAt: number; untried: boolean },
): Promise<void> {
  await database
    .update(pushDeliveries)
    .set({
      takenUntil: null,
      dueAt,
      ...(untried && { attempts: sql`${pushDeliveries.attempts} - 1` }),
    })
    .where(and(eq(pushDeliveries.id, id), eq(pushDeliveries.takenUntil, takenUntil), isOpen));
}

/** Deletes messages that were settled long ago. */
export async function deleteOldPushes(database: Database, now: number): Promise<void> {
  await database.delete(pushDeliveries).where(and(lte(pushDeliveries.dueAt, now), isSettled));
}
