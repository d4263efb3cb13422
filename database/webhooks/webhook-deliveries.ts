import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import {
  DELIVERY_KEPT_MS,
  type DisabledReason,
  MAX_LISTED_DELIVERIES,
} from "#domain/webhooks/webhook-attempts.ts";
import type { Database } from "../connect.ts";
import { type QueuedMail, queueMailWhere } from "../mails/mails.ts";
import { sites } from "../schema/sites.ts";
import { webhookDeliveries, webhooks } from "../schema/webhooks.ts";

/** A delivery claimed by a sender, with its webhook. */
export type TakenDelivery = {
  id: number;
  key: string;
  type: string;
  body: string;
  createdAt: number;
  attempts: number;
  webhookId: number;
  siteId: number;
  url: string;
  sealedSecret: string;
  sealedPrevious: string | null;
  previousUntil: number | null;
  failingSince: number | null;
};

const isOpen = and(isNull(webhookDeliveries.deliveredAt), isNull(webhookDeliveries.failedAt));
const isSettled = or(
  isNotNull(webhookDeliveries.deliveredAt),
  isNotNull(webhookDeliveries.failedAt),
);

/** Number of deliveries of one webhook that a turn attempts; one while the webhook fails, so that it delays no other. */
const MAX_OF_ONE = 5;

/**
 * Claims due deliveries for one sender: those of working webhooks first, and of each webhook the longest waiting. Other
 * senders skip claimed ones until the claim expires.
 * @param except webhooks that are left out
 */
export async function takeDueDeliveries(
  database: Database,
  {
    now,
    until,
    limit,
    except,
  }: { now: number; until: number; limit: number; except: readonly number[] },
): Promise<TakenDelivery[]> {
  if (!(await isDeliveryDue(database, now))) return [];
  const place = sql<number>`row_number() over (
    partition by ${webhookDeliveries.webhookId} order by ${webhookDeliveries.dueAt}, ${webhookDeliveries.id}
  )`.as("place");
  const failing = sql<number>`(${webhooks.failingSince} is not null)`.as("is_failing");
  const due = database
    .select({ id: webhookDeliveries.id, dueAt: webhookDeliveries.dueAt, place, failing })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .innerJoin(sites, and(eq(sites.id, webhooks.siteId), isNull(sites.deletedAt)))
    .where(
      and(
        lte(webhookDeliveries.dueAt, now),
        isOpen,
        isNull(webhooks.disabledAt),
        sql`${webhooks.id} not in (select value from json_each(${JSON.stringify(except)}))`,
        or(isNull(webhookDeliveries.takenUntil), lte(webhookDeliveries.takenUntil, now)),
      ),
    )
    .as("due");
  const first = database
    .select({ id: due.id })
    .from(due)
    .where(sql`${due.place} <= case when ${due.failing} then 1 else ${MAX_OF_ONE} end`)
    .orderBy(sql`${due.failing}`, sql`${due.place}`, due.dueAt)
    .limit(limit);
  const taken = await database
    .update(webhookDeliveries)
    .set({ takenUntil: until, attempts: sql`${webhookDeliveries.attempts} + 1` })
    .where(inArray(webhookDeliveries.id, first))
    .returning({ id: webhookDeliveries.id });
  return readDeliveries(
    database,
    taken.map(({ id }) => id),
  );
}

/** Returns whether any delivery is due, which reads fewer rows than claiming. */
async function isDeliveryDue(database: Database, now: number): Promise<boolean> {
  const [first] = await database
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(and(lte(webhookDeliveries.dueAt, now), isOpen))
    .limit(1);
  return first !== undefined;
}

/** Reads claimed deliveries with their webhooks, in the order of their ids. */
export async function readDeliveries(
  database: Database,
  ids: readonly number[],
): Promise<TakenDelivery[]> {
  if (ids.length === 0) return [];
  return database
    .select({
      id: webhookDeliveries.id,
      key: webhookDeliveries.key,
      type: webhookDeliveries.type,
      body: webhookDeliveries.body,
      createdAt: webhookDeliveries.createdAt,
      attempts: webhookDeliveries.attempts,
      webhookId: webhookDeliveries.webhookId,
      siteId: webhooks.siteId,
      url: webhooks.url,
      sealedSecret: webhooks.sealedSecret,
      sealedPrevious: webhooks.sealedPrevious,
      previousUntil: webhooks.previousUntil,
      failingSince: webhooks.failingSince,
    })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(sql`${webhookDeliveries.id} in (select value from json_each(${JSON.stringify(ids)}))`)
    .orderBy(webhookDeliveries.id);
}

/** Result of an attempt, as the log shows it. */
export type AttemptResult = {
  status: number | null;
  fault: string | null;
  /** Duration of the attempt, ms; null if nothing was sent. */
  durationMs: number | null;
  now: number;
};

/** Records a successful attempt and erases the content of the delivery. Its webhook works again. */
export async function settleDelivery(
  database: Database,
  { id, webhookId }: Pick<TakenDelivery, "id" | "webhookId">,
  { status, durationMs, now }: AttemptResult,
): Promise<void> {
  await database.batch([
    database
      .update(webhookDeliveries)
      .set({
        deliveredAt: now,
        attemptedAt: now,
        status,
        fault: null,
        durationMs,
        body: "",
        takenUntil: null,
        dueAt: now + DELIVERY_KEPT_MS,
      })
      .where(and(eq(webhookDeliveries.id, id), isNull(webhookDeliveries.deliveredAt))),
    database
      .update(webhooks)
      .set({ failingSince: null })
      .where(and(eq(webhooks.id, webhookId), isNotNull(webhooks.failingSince))),
  ]);
}

/**
 * Records a failed attempt: the delivery is due again at an instant, or given up.
 * @param takenUntil the claim of this sender, because another one may have claimed the delivery in the meantime
 * @param dueAt null gives the delivery up
 * @param isTest whether it was a test, which does not begin the days of failures that disable a webhook
 */
export async function recordFailure(
  database: Database,
  { id, webhookId }: Pick<TakenDelivery, "id" | "webhookId">,
  { status, fault, durationMs, now }: AttemptResult,
  { takenUntil, dueAt, isTest }: { takenUntil: number; dueAt: number | null; isTest: boolean },
): Promise<void> {
  await database.batch([
    database
      .update(webhookDeliveries)
      .set({
        attemptedAt: now,
        status,
        fault,
        durationMs,
        takenUntil: null,
        ...(dueAt === null
          ? { failedAt: now, body: "", dueAt: now + DELIVERY_KEPT_MS }
          : { dueAt }),
      })
      .where(
        and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.takenUntil, takenUntil), isOpen),
      ),
    database
      .update(webhooks)
      .set({ failingSince: now })
      .where(and(eq(webhooks.id, webhookId), isNull(webhooks.failingSince), sql`not ${isTest}`)),
  ]);
}

/**
 * Disables a webhook, gives its pending deliveries up and queues the message to the owner, in one batch.
 * @param mail null if the site has no owner to notify
 */
export async function disableWebhook(
  database: Database,
  { webhookId, url }: Pick<TakenDelivery, "webhookId" | "url">,
  reason: DisabledReason,
  { now, mail }: { now: number; mail: QueuedMail<"webhookDisabled"> | null },
): Promise<void> {
  // The address may have been replaced while its predecessor was attempted.
  const same = and(eq(webhooks.id, webhookId), eq(webhooks.url, url));
  const isDisabledNow = sql`exists (
    select 1 from ${webhooks} where ${webhooks.id} = ${webhookId} and ${webhooks.disabledAt} = ${now}
  )`;
  await database.batch([
    database
      .update(webhooks)
      .set({ disabledAt: now, disabledReason: reason })
      .where(and(same, isNull(webhooks.disabledAt))),
    database
      .update(webhookDeliveries)
      .set({
        failedAt: now,
        fault: "disabled",
        body: "",
        takenUntil: null,
        dueAt: now + DELIVERY_KEPT_MS,
      })
      .where(and(eq(webhookDeliveries.webhookId, webhookId), isOpen, isDisabledNow)),
    ...(mail === null ? [] : [queueMailWhere(database, isDisabledNow, mail)]),
  ]);
}

/** Releases claimed deliveries that were not attempted, unless another sender has claimed them in the meantime. */
export async function releaseDeliveries(
  database: Database,
  ids: readonly number[],
  takenUntil: number,
): Promise<void> {
  await database
    .update(webhookDeliveries)
    .set({ takenUntil: null, attempts: sql`${webhookDeliveries.attempts} - 1` })
    .where(
      and(
        inArray(webhookDeliveries.id, [...ids]),
        eq(webhookDeliveries.takenUntil, takenUntil),
        isOpen,
      ),
    );
}

/** Lists the last deliveries of a site's webhook, newest first, without their content. */
export async function listDeliveries(database: Database, siteId: number, now: number) {
  return database
    .select({
      key: webhookDeliveries.key,
      type: webhookDeliveries.type,
      createdAt: webhookDeliveries.createdAt,
      attempts: webhookDeliveries.attempts,
      attemptedAt: webhookDeliveries.attemptedAt,
      dueAt: webhookDeliveries.dueAt,
      status: webhookDeliveries.status,
      fault: webhookDeliveries.fault,
      durationMs: webhookDeliveries.durationMs,
      deliveredAt: webhookDeliveries.deliveredAt,
      failedAt: webhookDeliveries.failedAt,
    })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(
      and(eq(webhooks.siteId, siteId), gt(webhookDeliveries.createdAt, now - DELIVERY_KEPT_MS)),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(MAX_LISTED_DELIVERIES);
}

/** Deletes deliveries that were settled long ago. */
export async function deleteOldDeliveries(database: Database, now: number): Promise<void> {
  await database.delete(webhookDeliveries).where(and(lte(webhookDeliveries.dueAt, now), isSettled));
}
