import { and, gt, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { ALARM_TEMPLATES, MAIL_KEPT_MS, URGENT_TEMPLATES } from "#domain/mails/attempts.ts";
import { DAY_MS, HOUR_MS } from "#domain/units/durations.ts";
import type { Database } from "../connect.ts";
import { mails } from "../schema/mails.ts";
import { notifications } from "../schema/notifications.ts";
import { countChannels, isReplayable } from "./delivery-log.ts";

const isWaiting = and(isNull(mails.sentAt), isNull(mails.failedAt));
const isFailed = isNotNull(mails.failedAt);

/** Counts e-mails and notifications for the operator: nothing in it names a user. */
export async function readDelivery(database: Database, now: number) {
  const isIn = (templates: readonly string[]) => inArray(mails.template, [...templates]);
  const count = (condition: SQL | undefined) =>
    sql<number>`coalesce(sum(${condition ?? sql`1`}), 0)`.mapWith(Number);
  const sentSince = (ms: number) =>
    database
      .select({ sent: sql<number>`count(*)` })
      .from(mails)
      .where(and(gt(mails.dueAt, now - ms + MAIL_KEPT_MS), isNotNull(mails.sentAt)));
  const ofChannels = countChannels(database, now - DAY_MS, now);
  const [[waiting], [hour], [day], [failed], unformed] = await database.batch([
    database
      .select({
        urgent: count(isIn(URGENT_TEMPLATES)),
        alarms: count(isIn(ALARM_TEMPLATES)),
        all: sql<number>`count(*)`.as("all_waiting"),
        oldestAt: sql<number | null>`min(${mails.createdAt})`.as("oldest_at"),
        retried: count(gt(mails.attempts, 1)),
      })
      .from(mails)
      .where(isWaiting),
    sentSince(HOUR_MS),
    sentSince(DAY_MS),
    database
      .select({ failed: sql<number>`count(*)`, replayable: count(isReplayable) })
      .from(mails)
      .where(isFailed),
    database
      .select({ channel: notifications.channel, waiting: sql<number>`count(*)` })
      .from(notifications)
      .where(isNull(notifications.settledAt))
      .groupBy(notifications.channel),
  ]);
  const all = waiting?.all ?? 0;
  const [urgent, alarms] = [waiting?.urgent ?? 0, waiting?.alarms ?? 0];
  return {
    waiting: { urgent, alarms, others: all - urgent - alarms },
    retried: waiting?.retried ?? 0,
    oldestWaitingAt: waiting?.oldestAt ?? null,
    sentLastHour: hour?.sent ?? 0,
    sentLastDay: day?.sent ?? 0,
    failed: failed?.failed ?? 0,
    replayable: failed?.replayable ?? 0,
    notifications: Object.fromEntries(unformed.map((row) => [row.channel, row.waiting])),
    channels: await ofChannels,
  };
}

/**
 * Queues failed e-mails again, with the same Message-ID.
 * @param ids null for all that still have their content
 * @returns their number
 */
export async function replayMails(
  database: Database,
  ids: readonly number[] | null,
  now: number,
): Promise<number> {
  const named =
    ids === null
      ? undefined
      : inArray(mails.id, sql`(select value from json_each(${JSON.stringify(ids)}))`);
  const replayed = await database
    .update(mails)
    .set({ failedAt: null, attempts: 0, dueAt: now, takenUntil: null })
    .where(and(isReplayable, gt(mails.dueAt, now), named))
    .returning({ id: mails.id });
  return replayed.length;
}
