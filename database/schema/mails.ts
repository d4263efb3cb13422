import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Language } from "#domain/languages.ts";
import type { MailFailure } from "#domain/mails/attempts.ts";
import { instant } from "./columns.ts";

/** Outgoing e-mails, written in the same batch as the change that causes them. */
export const mails = sqliteTable(
  "mails",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** Cause of the e-mail; a second e-mail with the same cause is not queued. */
    cause: text("cause").notNull(),
    template: text("template").notNull(),
    language: text("language").$type<Language>().notNull(),
    recipient: text("recipient").notNull(),
    /** Values of the template, as JSON. */
    values: text("values").notNull(),
    /** Message-ID, equal for every attempt. */
    messageId: text("message_id").notNull(),
    createdAt: instant("created_at").notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** The e-mail is not sent before this instant. */
    dueAt: instant("due_at").notNull(),
    /** End of the claim of one sender. */
    takenUntil: instant("taken_until"),
    sentAt: instant("sent_at"),
    /** Set when sending was given up after too many attempts. */
    failedAt: instant("failed_at"),
  },
  (table) => [uniqueIndex("mails_cause").on(table.cause), index("mails_due").on(table.dueAt)],
);

/** Why an e-mail was given up; deleted with it. */
export const mailFailures = sqliteTable("mail_failures", {
  mailId: integer("mail_id")
    .primaryKey()
    .references(() => mails.id, { onDelete: "cascade" }),
  reason: text("reason").$type<MailFailure>().notNull(),
  /** Code or few words of the provider, without personal data; null if it gave none. */
  detail: text("detail"),
});

/** Subscribers of news by e-mail. An address counts once it is confirmed; before that anyone may have entered it. */
export const subscribers = sqliteTable(
  "subscribers",
  {
    email: text("email").primaryKey(),
    name: text("name").notNull(),
    createdAt: instant("created_at").notNull(),
    confirmedAt: instant("confirmed_at"),
  },
  // The operator's list reads one state alone.
  (table) => [
    index("subscribers_confirmed").on(table.email).where(sql`confirmed_at is not null`),
    index("subscribers_pending").on(table.email).where(sql`confirmed_at is null`),
  ],
);

/** Links of at least 128 random bits that were sent to a subscriber: to confirm the address or to unsubscribe. */
export const subscriberLinks = sqliteTable(
  "subscriber_links",
  {
    /** SHA-256 of the token in the link, base64url. */
    id: text("id").primaryKey(),
    email: text("email")
      .notNull()
      .references(() => subscribers.email, { onDelete: "cascade" }),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("subscriber_links_email").on(table.email, table.createdAt)],
);
