import {
  type AnySQLiteColumn,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { FileKind } from "#domain/files/file-kind.ts";
import type { Language } from "#domain/languages.ts";
import type { TokenScope } from "#domain/sessions/access-token.ts";
import type { CodePurpose, LinkPurpose } from "#domain/users/codes.ts";
import { sites, users } from "./schema.ts";

/** Instants are ms UTC throughout. */
const instant = (name: string) => integer(name);
const personal = (name: string) =>
  integer(name)
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** Six-digit codes that were sent to an address and have not been entered yet. */
export const codes = sqliteTable(
  "codes",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    purpose: text("purpose").$type<CodePurpose>().notNull(),
    /** Masked: the address the code was sent to and, if a user is signed in, that user. */
    subject: text("subject").notNull(),
    /** The code, masked together with purpose and subject. */
    codeHash: text("code_hash").notNull(),
    createdAt: instant("created_at").notNull(),
    /** Number of wrong codes entered so far. */
    tries: integer("tries").notNull().default(0),
    usedAt: instant("used_at"),
  },
  (table) => [
    index("codes_subject").on(table.subject, table.purpose, table.createdAt),
    index("codes_created").on(table.createdAt),
  ],
);

/** Links of at least 128 random bits for activating an account or setting a new password. */
export const links = sqliteTable(
  "links",
  {
    /** SHA-256 of the token in the link, base64url. */
    id: text("id").primaryKey(),
    purpose: text("purpose").$type<LinkPurpose>().notNull(),
    userId: personal("user_id"),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (table) => [index("links_user").on(table.userId), index("links_expires").on(table.expiresAt)],
);

/** Outgoing e-mails, written in the same batch as the change that causes them. */
export const mails = sqliteTable(
  "mails",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** What caused the e-mail; a second e-mail with the same cause is not queued. */
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
    /** Until this instant one sender has claimed the e-mail. */
    takenUntil: instant("taken_until"),
    sentAt: instant("sent_at"),
    /** Set when sending was given up after too many attempts. */
    failedAt: instant("failed_at"),
  },
  (table) => [uniqueIndex("mails_cause").on(table.cause), index("mails_due").on(table.dueAt)],
);

/** Personal access tokens (`hp_…`). */
export const accessTokens = sqliteTable(
  "access_tokens",
  {
    /** SHA-256 of the token, base64url. */
    id: text("id").primaryKey(),
    userId: personal("user_id"),
    name: text("name").notNull(),
    scope: text("scope").$type<TokenScope>().notNull(),
    /** Site ids as a JSON list; null means every site of the user. */
    siteIds: text("site_ids", { mode: "json" }).$type<number[]>(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    lastUsedAt: instant("last_used_at"),
    /** The session that created the token. These are copies, because a session's row is deleted after its end. */
    sessionId: text("session_id"),
    sessionClient: text("session_client"),
    sessionCreatedAt: instant("session_created_at"),
  },
  (table) => [
    index("access_tokens_user").on(table.userId),
    index("access_tokens_session").on(table.sessionId),
  ],
);

/** Contacts of a user, to make them administrators of sites. */
export const groupUsers = sqliteTable(
  "group_users",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    ownerId: personal("owner_id"),
    /** The address may or may not belong to a registered user. */
    email: text("email").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [uniqueIndex("group_users_email").on(table.ownerId, table.email)],
);

/** Subscribers of news by e-mail. An address counts once it is confirmed; before that anyone may have entered it. */
export const subscribers = sqliteTable("subscribers", {
  email: text("email").primaryKey(),
  name: text("name").notNull(),
  createdAt: instant("created_at").notNull(),
  confirmedAt: instant("confirmed_at"),
});

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

/** Addresses and domains (`@example.org`) that may neither register nor be invited. */
export const blockedAddresses = sqliteTable("blocked_addresses", {
  address: text("address").primaryKey(),
  createdAt: instant("created_at").notNull(),
});

/** Files in R2. A file that is attached to nothing after a day is deleted. */
export const files = sqliteTable(
  "files",
  {
    /** At least 128 random bits, base64url: the name in R2 and in the file's URL. */
    key: text("key").primaryKey(),
    kind: text("kind").$type<FileKind>().notNull(),
    /** The uploader; null once the file belongs to a site. */
    ownerId: integer("owner_id").references(() => users.id, { onDelete: "cascade" }),
    /** The site that owns the file. */
    siteId: integer("site_id").references((): AnySQLiteColumn => sites.id, {
      onDelete: "cascade",
    }),
    contentType: text("content_type").notNull(),
    size: integer("size").notNull(),
    createdAt: instant("created_at").notNull(),
    /** When the file was attached to a site or user. */
    attachedAt: instant("attached_at"),
  },
  (table) => [
    index("files_owner").on(table.ownerId),
    index("files_site").on(table.siteId),
    index("files_created").on(table.createdAt),
  ],
);

/** The server's RSA keys for sealed calls. */
export const envelopeKeys = sqliteTable("envelope_keys", {
  kid: text("kid").primaryKey(),
  /** JWK. */
  publicKey: text("public_key").notNull(),
  /** JWK, sealed by a key of the key ring. */
  privateKey: text("private_key").notNull(),
  createdAt: instant("created_at").notNull(),
});

/** Wrapped keys of sealed calls seen within the last ten minutes. */
export const seenEnvelopes = sqliteTable(
  "seen_envelopes",
  {
    /** SHA-256 of the wrapped key, base64url. */
    id: text("id").primaryKey(),
    at: instant("at").notNull(),
  },
  (table) => [index("seen_envelopes_at").on(table.at)],
);

/** Browsers from which a user has signed in: the slow-down of guessed accounts does not apply to them. */
export const knownBrowsers = sqliteTable(
  "known_browsers",
  {
    /** SHA-256 of the browser's cookie, base64url. */
    browser: text("browser").notNull(),
    userId: personal("user_id"),
    lastUsedAt: instant("last_used_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.browser, table.userId] }),
    index("known_browsers_last_used").on(table.lastUsedAt),
  ],
);
