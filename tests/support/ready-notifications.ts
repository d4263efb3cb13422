import { env } from "cloudflare:workers";
import type { SentKind } from "#domain/notifications/notice.ts";
import { alarmEvent } from "./alarm-event.ts";

export type ReadyNotification = {
  channel: "push" | "webhook";
  siteId: number;
  key: string;
  kind?: SentKind;
  /** None for a webhook. */
  userId?: number;
  now: number;
  alarm?: object;
  summary?: object;
};

/** Writes a notification that may be sent, as its planner leaves it, for a channel to take. */
export async function addReadyNotification({
  channel,
  siteId,
  key,
  kind = "start",
  userId,
  now,
  alarm = {},
  summary,
}: ReadyNotification): Promise<void> {
  const stored = { ...alarmEvent(siteId, 7, 1).alarm, ...alarm };
  await env.DB.batch([
    env.DB.prepare(
      `insert into notices (site_id, key, kind, log_id, level, email_interval, is_offline, start_time, alarm, summary, created_at)
       values (?, ?, ?, ?, ?, 60, 0, ?, ?, ?, ?) on conflict do nothing`,
    ).bind(
      siteId,
      key,
      kind,
      stored.logId,
      stored.level,
      stored.startTime,
      JSON.stringify(stored),
      summary === undefined ? null : JSON.stringify(summary),
      now,
    ),
    env.DB.prepare(
      `insert into notifications (notice_id, site_id, recipient, user_id, channel, created_at, due_at, ready_at)
       select id, site_id, ?1, ?2, ?3, ?4, ?4, ?4 from notices where site_id = ?5 and key = ?6`,
    ).bind(userId ?? 0, userId ?? null, channel, now, siteId, key),
  ]);
}

/** Deletes all notifications with what the channels made of them. */
export async function clearNotifications(): Promise<void> {
  const tables = [
    "notifications",
    "notices",
    "push_deliveries",
    "push_subscriptions",
    "webhook_deliveries",
    "webhooks",
    "mails",
  ];
  await env.DB.batch(tables.map((table) => env.DB.prepare(`delete from ${table}`)));
}
