import { and, between, desc, gt, isNotNull, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { MAIL_KEPT_MS, REPLAYABLE_MS } from "#domain/mails/attempts.ts";
import { CHANNELS, type Channel } from "#domain/notifications/notice.ts";
import { PUSH_KEPT_MS } from "#domain/push/push-attempts.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import { DELIVERY_KEPT_MS } from "#domain/webhooks/webhook-attempts.ts";
import type { Database } from "../connect.ts";
import { mails } from "../schema/mails.ts";
import { pushDeliveries } from "../schema/push.ts";
import { webhookDeliveries } from "../schema/webhooks.ts";
import { isWebhookReplayable } from "../webhooks/webhook-replay.ts";

/** States of a delivery in the list of the operator. */
export const DELIVERY_STATES = ["waiting", "sent", "failed"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** A failed e-mail that still has its content. */
export const isReplayable = and(isNotNull(mails.failedAt), ne(mails.values, "{}"));

/** Expressions of the channels whose deliveries have no HTTP status. */
const COMMON = { fault: sql<string | null>`null`, status: sql<number | null>`null` };
const SOURCES = {
  mail: {
    ...COMMON,
    table: mails,
    ...columnsOf(mails),
    sentAt: mails.sentAt,
    kind: sql<string>`${mails.template}`,
    isReplayable: sql<number>`coalesce(${isReplayable}, 0)`,
    keptMs: MAIL_KEPT_MS,
  },
  push: {
    ...COMMON,
    table: pushDeliveries,
    ...columnsOf(pushDeliveries),
    sentAt: pushDeliveries.sentAt,
    // The key of a notification would name its site.
    kind: sql<string>`case when ${pushDeliveries.cause} like 'test:%' then 'push.test' else 'push.alarm' end`,
    isReplayable: sql<number>`0`,
    keptMs: PUSH_KEPT_MS,
  },
  webhook: {
    table: webhookDeliveries,
    ...columnsOf(webhookDeliveries),
    sentAt: webhookDeliveries.deliveredAt,
    kind: sql<string>`${webhookDeliveries.type}`,
    isReplayable: isWebhookReplayable,
    fault: sql<string | null>`${webhookDeliveries.fault}`,
    status: sql<number | null>`${webhookDeliveries.status}`,
    keptMs: DELIVERY_KEPT_MS,
  },
} as const;

function columnsOf({
  id,
  createdAt,
  attempts,
  dueAt,
  failedAt,
}: typeof mails | typeof pushDeliveries | typeof webhookDeliveries) {
  return { id, createdAt, attempts, dueAt, failedAt };
}

type Source = (typeof SOURCES)[Channel];

function conditionOf({ sentAt, failedAt }: Source, state: DeliveryState): SQL | undefined {
  if (state === "sent") return isNotNull(sentAt);
  return state === "failed" ? isNotNull(failedAt) : and(isNull(sentAt), isNull(failedAt));
}

/** Lists one page of the deliveries in a state without their recipients and content, newest first. */
export async function listDelivery(
  database: Database,
  { channel, state }: { channel: Channel; state: DeliveryState },
  { limit, offset }: { limit: number; offset: number },
) {
  const source: Source = SOURCES[channel];
  const { table, id, createdAt, attempts, dueAt, sentAt, failedAt, kind, status, fault } = source;
  const condition = conditionOf(source, state);
  const [rows, [counted]] = await database.batch([
    database
      .select({
        id,
        template: kind.as("kind_of_delivery"),
        createdAt,
        attempts,
        dueAt,
        sentAt: sql<number | null>`${sentAt}`.as("settled_at"),
        failedAt,
        status: status.as("last_status"),
        fault: fault.as("last_fault"),
        isReplayable: source.isReplayable.mapWith(Boolean).as("is_replayable"),
      })
      .from(table)
      .where(condition)
      .orderBy(desc(id))
      .limit(limit)
      .offset(offset),
    database.select({ total: sql<number>`count(*)` }).from(table).where(condition),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

/** Number of deliveries that were sent and that failed in one part of a period. */
export type DeliveryBar = { from: number; sent: number; failed: number };

/**
 * Counts the deliveries of a channel that were sent and that failed in each part of a period.
 * @param until end of the period, ms UTC
 * @param stepMs length of a part, ms
 * @param parts number of parts
 */
export async function countDelivery(
  database: Database,
  channel: Channel,
  { until, stepMs, parts }: { until: number; stepMs: number; parts: number },
): Promise<DeliveryBar[]> {
  const since = until - parts * stepMs;
  const source: Source = SOURCES[channel];
  const { table, sentAt, failedAt } = source;
  const partOf = (at: SQL) => sql<number>`cast((${at} - ${since}) / ${stepMs} as integer)`;
  const counted = (at: SQL, condition: SQL | undefined) =>
    database
      .select({ part: partOf(at).as("part"), count: sql<number>`count(*)`.as("deliveries") })
      .from(table)
      .where(condition)
      .groupBy(sql`part`);
  const [sent, failed] = await database.batch([
    counted(sql`${sentAt}`, settledBetween(source, "sent", since, until)),
    counted(sql`${failedAt}`, settledBetween(source, "failed", since, until)),
  ]);
  return Array.from({ length: parts }, (_, part) => ({
    from: since + part * stepMs,
    sent: sent.find((row) => row.part === part)?.count ?? 0,
    failed: failed.find((row) => row.part === part)?.count ?? 0,
  }));
}

/**
 * Condition: the delivery was sent or given up in a period. The due instant of a settled row is that of its deletion,
 * so the index on it serves the query.
 */
function settledBetween(
  { dueAt, sentAt, failedAt, keptMs }: Source,
  state: "sent" | "failed",
  since: number,
  until: number,
): SQL | undefined {
  const isKept = between(dueAt, since + keptMs, until + keptMs);
  if (state === "sent") return and(isKept, gt(sentAt, since));
  // A failed alarm e-mail with its content is due for deletion earlier.
  return and(
    or(isKept, between(dueAt, since + REPLAYABLE_MS, until + REPLAYABLE_MS)),
    gt(failedAt, since),
  );
}

/** Maximum delay of a waiting delivery, ms; settled ones with a later due instant need not be read. */
const MAX_DELAY_MS = 2 * DAY_MS;

/** Counts of one channel: deliveries that wait now, and those that were sent or failed since an instant. */
export type ChannelCounts = { waiting: number; sent: number; failed: number };

/** Counts the deliveries of each channel that wait, and that were settled between two instants. */
export async function countChannels(
  database: Database,
  since: number,
  until: number,
): Promise<Record<Channel, ChannelCounts>> {
  const counted = (channel: Channel, state: DeliveryState) => {
    const source: Source = SOURCES[channel];
    return database
      .select({ count: sql<number>`count(*)`.as("deliveries") })
      .from(source.table)
      .where(
        state === "waiting"
          ? and(conditionOf(source, state), lt(source.dueAt, until + MAX_DELAY_MS))
          : settledBetween(source, state, since, until),
      );
  };
  const queries = CHANNELS.flatMap((channel) =>
    DELIVERY_STATES.map((state) => counted(channel, state)),
  );
  const [first, ...others] = queries;
  if (first === undefined) throw new Error("there is no channel");
  const counts = (await database.batch([first, ...others])).map(([row]) => row?.count ?? 0);
  return Object.fromEntries(
    CHANNELS.map((channel, place) => {
      const [waiting = 0, sent = 0, failed = 0] = counts.slice(
        place * DELIVERY_STATES.length,
        (place + 1) * DELIVERY_STATES.length,
      );
      return [channel, { waiting, sent, failed }];
    }),
  ) as Record<Channel, ChannelCounts>;
}
