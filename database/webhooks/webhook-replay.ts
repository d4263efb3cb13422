import { and, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { notices } from "../schema/notifications.ts";
import { sites } from "../schema/sites.ts";
import { webhookDeliveries, webhooks } from "../schema/webhooks.ts";
import type { ReadyNotification } from "./webhook-queue.ts";

/** Maximum number of deliveries that are queued again at once. */
export const MAX_REPLAYED_DELIVERIES = 500;

/** A failed delivery with its notification, from which its content is written again: a settled one has none. */
type ReplayableDelivery = Omit<ReadyNotification, "logId">;

/** The key of the notification of a delivery; that of a test names none. */
const noticeKey = sql`substr(${webhookDeliveries.key}, length(${webhooks.siteId}) + 2)`;
const isGivenUp = (now: number) =>
  and(isNotNull(webhookDeliveries.failedAt), gt(webhookDeliveries.dueAt, now));

/**
 * SQL: the webhook of a failed delivery is enabled, and its notification is still stored. It qualifies all columns, for
 * statements with one table.
 */
export const isWebhookReplayable = sql<number>`(
  webhook_deliveries.failed_at is not null and exists (
    select 1 from webhooks hook
    join sites site on site.id = hook.site_id and site.deleted_at is null
    join notices notice on notice.site_id = hook.site_id
      and notice.key = substr(webhook_deliveries.key, length(hook.site_id) + 2)
    where hook.id = webhook_deliveries.webhook_id and hook.disabled_at is null))`;

/** Counts the failed deliveries that can be queued again. */
export async function countReplayableDeliveries(database: Database, now: number): Promise<number> {
  const [row] = await database
    .select({ count: sql<number>`count(*)` })
    .from(webhookDeliveries)
    .where(and(isGivenUp(now), isWebhookReplayable));
  return row?.count ?? 0;
}

/**
 * Finds failed deliveries that can be queued again, the oldest first.
 * @param ids null for all
 */
export async function findReplayableDeliveries(
  database: Database,
  ids: readonly number[] | null,
  now: number,
): Promise<ReplayableDelivery[]> {
  const named =
    ids === null ? undefined : inArray(webhookDeliveries.id, listOf(JSON.stringify(ids)));
  return database
    .select({
      id: webhookDeliveries.id,
      siteId: webhooks.siteId,
      site: sql<string>`${sites.name}`.as("site_name"),
      key: notices.key,
      kind: notices.kind,
      createdAt: notices.createdAt,
      alarm: notices.alarm,
      summary: notices.summary,
    })
    .from(webhookDeliveries)
    .innerJoin(
      webhooks,
      and(eq(webhooks.id, webhookDeliveries.webhookId), isNull(webhooks.disabledAt)),
    )
    .innerJoin(sites, and(eq(sites.id, webhooks.siteId), isNull(sites.deletedAt)))
    .innerJoin(notices, and(eq(notices.siteId, webhooks.siteId), eq(notices.key, noticeKey)))
    .where(and(isGivenUp(now), named))
    .orderBy(webhookDeliveries.id)
    .limit(MAX_REPLAYED_DELIVERIES);
}

/**
 * Queues failed deliveries again, with all of their attempts and the same key.
 * @returns their number, without those that were queued again or whose webhook was disabled meanwhile
 */
export async function requeueDeliveries(
  database: Database,
  written: readonly { id: number; body: string }[],
  now: number,
): Promise<number> {
  const queued = await database
    .update(webhookDeliveries)
    .set({
      body: sql`one.value ->> 'body'`,
      failedAt: null,
      attempts: 0,
      createdAt: now,
      dueAt: now,
      takenUntil: null,
    })
    .from(sql`json_each(${JSON.stringify(written)}) one`)
    .where(
      and(
        sql`${webhookDeliveries.id} = one.value ->> 'id'`,
        isWebhookReplayable,
        isNull(webhookDeliveries.deliveredAt),
      ),
    )
    .returning({ id: webhookDeliveries.id });
  return queued.length;
}

function listOf(json: string): SQL {
  return sql`(select value from json_each(${json}))`;
}
