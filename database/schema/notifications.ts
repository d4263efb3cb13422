import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { EventLevel } from "#domain/alarms/event.ts";
import type { EscalationStep } from "#domain/notifications/escalation.ts";
import type { Channel, NoticeKind, Outcome } from "#domain/notifications/notice.ts";
import type {
  NotificationPreferences,
  SitePreferences,
} from "#domain/notifications/preferences.ts";
import { flag, instant } from "./columns.ts";
import { ofSite, ofUser } from "./references.ts";
import { sites } from "./sites.ts";
import { users } from "./users.ts";

/** Causes of notifications: one row per alarm and step, written in the batch that writes the state of the alarm. */
export const notices = sqliteTable(
  "notices",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    siteId: ofSite(),
    /** Key of the notice within the site: alarm, episode and step. */
    key: text("key").notNull(),
    kind: text("kind").$type<NoticeKind>().notNull(),
    logId: integer("log_id").notNull(),
    level: text("level").$type<EventLevel>().notNull(),
    /** Minimum time between two messages to one user, min. */
    emailInterval: integer("email_interval").notNull(),
    /** Whether the alarm is that the logger is offline. */
    isOffline: flag("is_offline").notNull(),
    startTime: instant("start_time").notNull(),
    /** The alarm as the site's object reported it, JSON: `SiteAlarmEvent["alarm"]`. */
    alarm: text("alarm").notNull(),
    /** Summary of a backlog, JSON; null for other kinds. */
    summary: text("summary"),
    createdAt: instant("created_at").notNull(),
    /** End of the hold of a mass outage; null without one. */
    heldUntil: instant("held_until"),
    /** Instant at which a repeat or an escalation is checked; null if none is left. */
    nextAt: instant("next_at"),
    /** Instant of the next repeat; null if it is not known yet. */
    repeatAt: instant("repeat_at"),
    repeats: integer("repeats").notNull().default(0),
    escalations: integer("escalations").notNull().default(0),
  },
  (table) => [
    uniqueIndex("notices_key").on(table.siteId, table.key),
    index("notices_alarm").on(table.siteId, table.logId),
    index("notices_next").on(table.nextAt).where(sql`next_at is not null`),
    index("notices_created").on(table.createdAt),
  ],
);

/** Notifications of one recipient on one channel: a user, or for a webhook the site. */
export const notifications = sqliteTable(
  "notifications",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    noticeId: integer("notice_id")
      .notNull()
      .references(() => notices.id, { onDelete: "cascade" }),
    siteId: ofSite(),
    /** Id of the user; 0 for the webhook of the site. */
    recipient: integer("recipient").notNull(),
    /** The same user; null for a webhook. */
    userId: integer("user_id").references(() => users.id, { onDelete: "cascade" }),
    channel: text("channel").$type<Channel>().notNull(),
    createdAt: instant("created_at").notNull(),
    /** The notification is not considered before this instant. */
    dueAt: instant("due_at").notNull(),
    /** Set once a push or webhook may be sent. An e-mail is formed instead. */
    readyAt: instant("ready_at"),
    /** Set once the channel has taken the notification, or it was dropped. */
    settledAt: instant("settled_at"),
    outcome: text("outcome").$type<Outcome>(),
    /** Message-ID of the e-mail that contains it, or cause of the push message that combines it with others. */
    messageId: text("message_id"),
  },
  (table) => [
    uniqueIndex("notifications_recipient").on(table.noticeId, table.channel, table.recipient),
    index("notifications_due").on(table.dueAt).where(sql`settled_at is null and ready_at is null`),
    index("notifications_open")
      .on(table.userId)
      .where(sql`settled_at is null and ready_at is null`),
    index("notifications_ready").on(table.channel, table.readyAt).where(sql`settled_at is null`),
    index("notifications_sent").on(table.userId, table.siteId, table.settledAt),
  ],
);

/** How users want to be notified. */
export const userPreferences = sqliteTable("notification_preferences", {
  userId: integer("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  preferences: text("preferences", { mode: "json" })
    .$type<Partial<NotificationPreferences>>()
    .notNull(),
});

/** Preferences of users for single sites. */
export const sitePreferencesOfUsers = sqliteTable(
  "site_notification_preferences",
  {
    userId: ofUser("user_id"),
    siteId: ofSite(),
    preferences: text("preferences", { mode: "json" }).$type<SitePreferences>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.siteId] }),
    index("site_notification_preferences_site").on(table.siteId),
  ],
);

/** The escalation steps of a site. */
export const escalations = sqliteTable("escalations", {
  siteId: integer("site_id")
    .primaryKey()
    .references(() => sites.id, { onDelete: "cascade" }),
  steps: text("steps", { mode: "json" }).$type<readonly EscalationStep[]>().notNull(),
});
