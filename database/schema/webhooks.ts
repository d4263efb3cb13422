import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { DisabledReason } from "#domain/webhooks/webhook-attempts.ts";
import { instant } from "./columns.ts";
import { mentionedUser, ofSite } from "./references.ts";

/** The address that receives a site's notifications, at most one for each site. */
export const webhooks = sqliteTable(
  "webhooks",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    siteId: ofSite(),
    url: text("url").notNull(),
    /** The secret, sealed by a key of the key ring. */
    sealedSecret: text("sealed_secret").notNull(),
    /** The secret that the current one replaced; it signs until `previousUntil`. */
    sealedPrevious: text("sealed_previous"),
    previousUntil: instant("previous_until"),
    createdAt: instant("created_at").notNull(),
    /** User who set the address. */
    createdBy: mentionedUser("created_by"),
    /** Beginning of an uninterrupted series of failed attempts; null after a success. */
    failingSince: instant("failing_since"),
    disabledAt: instant("disabled_at"),
    disabledReason: text("disabled_reason").$type<DisabledReason>(),
  },
  (table) => [uniqueIndex("webhooks_site").on(table.siteId)],
);

/** Notifications to a webhook, written in the same batch as their cause, and the log of their attempts. */
export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    webhookId: integer("webhook_id")
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    /** Key of the notification and value of `webhook-id`; a second delivery with the same key is not queued. */
    key: text("key").notNull(),
    /** Type of the event, as in `alarm.start`. */
    type: text("type").notNull(),
    /** The JSON that is sent; empty once it is settled. */
    body: text("body").notNull(),
    createdAt: instant("created_at").notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** The delivery is not attempted before this instant; once it is settled, the instant of the row's deletion. */
    dueAt: instant("due_at").notNull(),
    /** End of the claim of one sender. */
    takenUntil: instant("taken_until"),
    /** Instant of the last attempt. */
    attemptedAt: instant("attempted_at"),
    /** HTTP status of the last answer; null without an answer. */
    status: integer("status"),
    /** Why the last attempt failed; null if it did not. */
    fault: text("fault"),
    deliveredAt: instant("delivered_at"),
    /** Set when the delivery was given up. */
    failedAt: instant("failed_at"),
    /** Duration of the last attempt, ms; null before it, or if nothing was sent. */
    durationMs: integer("duration_ms"),
  },
  (table) => [
    uniqueIndex("webhook_deliveries_key").on(table.webhookId, table.key),
    index("webhook_deliveries_due").on(table.dueAt),
  ],
);
