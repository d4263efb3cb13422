import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant } from "./columns.ts";
import { ofUser } from "./references.ts";

/** Browsers that receive push messages. A row ends with its session, unless that only expires for lack of use. */
export const pushSubscriptions = sqliteTable(
  "push_subscriptions",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: ofUser("user_id"),
    /** Address at the push service; a browser has one, which belongs to the user who subscribed last. */
    endpoint: text("endpoint").notNull(),
    /** Public key of the browser, and the secret that it shares with the portal, base64url (RFC 8291). */
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    /** The portal's public key with which the browser subscribed, base64url. */
    vapidKey: text("vapid_key").notNull(),
    /** The session that subscribed. It is a copy, because a session's row is deleted after its end. */
    sessionId: text("session_id").notNull(),
    /** Browser and operating system, as in "Firefox, Linux"; null if unknown. */
    client: text("client"),
    createdAt: instant("created_at").notNull(),
    lastSentAt: instant("last_sent_at"),
  },
  (table) => [
    uniqueIndex("push_subscriptions_endpoint").on(table.endpoint),
    index("push_subscriptions_user").on(table.userId),
    index("push_subscriptions_session").on(table.sessionId),
  ],
);

/** Push messages, one for each browser, written in the same batch as the notification that causes them. */
export const pushDeliveries = sqliteTable(
  "push_deliveries",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    subscriptionId: integer("subscription_id")
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: "cascade" }),
    /** Cause of the message; a second message with the same cause to the same browser is not queued. */
    cause: text("cause").notNull(),
    /** Values of the message, as JSON (`pushValues`); empty once it is settled. */
    values: text("values").notNull(),
    createdAt: instant("created_at").notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** The message is not sent before this instant; once it is settled, the instant of the row's deletion. */
    dueAt: instant("due_at").notNull(),
    /** End of the claim of one sender. */
    takenUntil: instant("taken_until"),
    sentAt: instant("sent_at"),
    /** Set when sending was given up. */
    failedAt: instant("failed_at"),
  },
  (table) => [
    uniqueIndex("push_deliveries_cause").on(table.subscriptionId, table.cause),
    index("push_deliveries_due").on(table.dueAt),
  ],
);
