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

/** Codes of six digits that were sent to an address and wait to be typed. */
export const codes = sqliteTable(
  "codes",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    purpose: text("purpose").$type<CodePurpose>().notNull(),
    /** The address it was sent to, and for whom where somebody is signed in; masked. */
    subject: text("subject").notNull(),
    /** The code, masked together with purpose and subject. */
    codeHash: text("code_hash").notNull(),
    createdAt: instant("created_at").notNull(),
    /** Wrong ones typed so far. */
    tries: integer("tries").notNull().default(0),
    usedAt: instant("used_at"),
  },
  (table) => [
    index("codes_subject").on(table.subject, table.purpose, table.createdAt),
    index("codes_created").on(table.createdAt),
  ],
);

/** Links of 128 random bits or more that were sent to somebody: to activate an account, to set a new password. */
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

/** E-mails on their way, written together with what causes them. */
export const mails = sqliteTable(
  "mails",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** What caused it: the same cause makes no second one. */
    cause: text("cause").notNull(),
    template: text("template").notNull(),
    language: text("language").$type<Language>().notNull(),
    recipient: text("recipient").notNull(),
    /** What the template takes, as JSON. */
    values: text("values").notNull(),
    /** The same for every attempt. */
    messageId: text("message_id").notNull(),
    createdAt: instant("created_at").notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** Not to be tried before. */
    dueAt: instant("due_at").notNull(),
    /** A sender has it until then. */
    takenUntil: instant("taken_until"),
    sentAt: instant("sent_at"),
    /** Given up after too many attempts. */
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
    /** Site ids as a JSON list; null is every site of the person. */
    siteIds: text("site_ids", { mode: "json" }).$type<number[]>(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    lastUsedAt: instant("last_used_at"),
    /** The session that created it. These are copies: a session's row is deleted after its end. */
    sessionId: text("session_id"),
    sessionClient: text("session_client"),
    sessionCreatedAt: instant("session_created_at"),
  },
  (table) => [
    index("access_tokens_user").on(table.userId),
    index("access_tokens_session").on(table.sessionId),
  ],
);

/** People whom somebody keeps at hand, to make them administrators of sites. */
export const groupUsers = sqliteTable(
  "group_users",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    ownerId: personal("owner_id"),
    /** Whether or not somebody has registered with it. */
    email: text("email").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [uniqueIndex("group_users_email").on(table.ownerId, table.email)],
);

/** Who asked for news by e-mail. An address counts once it is confirmed; before that anybody may have typed it. */
export const subscribers = sqliteTable("subscribers", {
  email: text("email").primaryKey(),
  name: text("name").notNull(),
  createdAt: instant("created_at").notNull(),
  confirmedAt: instant("confirmed_at"),
});

/** Links of 128 random bits or more that were sent to a subscriber: to confirm the address, and to leave the list. */
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

/** What is in R2. A file that belongs to nothing after a day is swept. */
export const files = sqliteTable(
  "files",
  {
    /** 128 random bits or more, base64url: its name in R2 and in its address. */
    key: text("key").primaryKey(),
    kind: text("kind").$type<FileKind>().notNull(),
    /** Who uploaded it; null once it belongs to a site. */
    ownerId: integer("owner_id").references(() => users.id, { onDelete: "cascade" }),
    /** The site that it belongs to. */
    siteId: integer("site_id").references((): AnySQLiteColumn => sites.id, {
      onDelete: "cascade",
    }),
    contentType: text("content_type").notNull(),
    size: integer("size").notNull(),
    createdAt: instant("created_at").notNull(),
    /** Since when it belongs to something. */
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

/** Wrapped keys of sealed calls, seen within the last ten minutes. */
export const seenEnvelopes = sqliteTable(
  "seen_envelopes",
  {
    /** SHA-256 of the wrapped key, base64url. */
    id: text("id").primaryKey(),
    at: instant("at").notNull(),
  },
  (table) => [index("seen_envelopes_at").on(table.at)],
);

/** Browsers that somebody has signed in from: what slows an account down does not slow them. */
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
