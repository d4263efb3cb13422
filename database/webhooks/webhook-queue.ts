import { and, eq, isNull, lte, sql } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { settleNotifications } from "../notifications/notifications.ts";
import { notices, notifications } from "../schema/notifications.ts";
import { sites } from "../schema/sites.ts";
import { webhookDeliveries, webhooks } from "../schema/webhooks.ts";

/** A notification that is to become a delivery. */
export type ReadyNotification = {
  id: number;
  siteId: number;
  site: string;
  key: string;
  kind: string;
  logId: number;
  createdAt: number;
  /** JSON. */
  alarm: string;
  summary: string | null;
};

/** Finds notifications of webhooks that may be sent, the longest waiting first. */
export async function findReadyWebhooks(
  database: Database,
  { now, limit }: { now: number; limit: number },
): Promise<ReadyNotification[]> {
  return database
    .select({
      id: notifications.id,
      siteId: notifications.siteId,
      site: sites.name,
      key: notices.key,
      kind: notices.kind,
      logId: notices.logId,
      createdAt: notices.createdAt,
      alarm: notices.alarm,
      summary: notices.summary,
    })
    .from(notifications)
    .innerJoin(notices, eq(notices.id, notifications.noticeId))
    .innerJoin(sites, eq(sites.id, notifications.siteId))
    .where(
      and(
        eq(notifications.channel, "webhook"),
        lte(notifications.readyAt, now),
        isNull(notifications.settledAt),
      ),
    )
    .orderBy(notifications.readyAt)
    .limit(limit);
}

export type QueuedWebhook = { siteId: number; key: string; type: string; body: string };

/**
 * Turns notifications into deliveries of the enabled webhooks of their sites, and settles them in the same batch. A
 * notification that another run has settled in the meantime causes no second delivery.
 */
export async function queueWebhooks(
  database: Database,
  queued: readonly (QueuedWebhook & { id: number })[],
  now: number,
): Promise<void> {
  const of = (name: keyof QueuedWebhook | "id") => sql.raw(`queued.value ->> '${name}'`);
  await database.batch([
    database
      .insert(webhookDeliveries)
      .select(
        sql`
          select null, ${webhooks.id}, ${of("key")}, ${of("type")}, ${of("body")}, ${now}, 0, ${now}, null, null, null,
            null, null, null, null
          from json_each(${JSON.stringify(queued)}) as queued
          inner join ${notifications} on ${notifications.id} = ${of("id")} and ${notifications.settledAt} is null
          inner join ${webhooks} on ${webhooks.siteId} = ${of("siteId")} and ${webhooks.disabledAt} is null
          where ${of("type")} <> ''
        `,
      )
      .onConflictDoNothing(),
    settleNotifications(
      database,
      queued.map(({ id }) => id),
      now,
    ),
  ]);
}

/** Adds a test delivery that is claimed at once. Returns undefined if the site has no webhook. */
export async function addTestDelivery(
  database: Database,
  { siteId, key, type, body }: QueuedWebhook,
  { now, until }: { now: number; until: number },
): Promise<number | undefined> {
  const [added] = await database
    .insert(webhookDeliveries)
    .select(
      sql`
        select null, ${webhooks.id}, ${key}, ${type}, ${body}, ${now}, 1, ${now}, ${until}, null, null, null, null, null,
          null
        from ${webhooks}
        where ${webhooks.siteId} = ${siteId}
      `,
    )
    .returning({ id: webhookDeliveries.id });
  return added?.id;
}
