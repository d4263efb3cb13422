import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { SessionEnd } from "#domain/sessions/session-life.ts";
import type { CodePurpose, LinkPurpose } from "#domain/users/codes.ts";
import { flag, instant } from "./columns.ts";
import { ofUser } from "./references.ts";
import { users } from "./users.ts";

export const sessions = sqliteTable(
  "sessions",
  {
    /** SHA-256 of the token, base64url; the token itself is not stored. */
    id: text("id").primaryKey(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: instant("created_at").notNull(),
    lastUsedAt: instant("last_used_at").notNull(),
    endedAt: instant("ended_at"),
    endedBy: text("ended_by").$type<SessionEnd>(),
    /** Instant at which the user last confirmed their identity with the password; null if never. */
    confirmedAt: instant("confirmed_at"),
    /** SHA-256 of the cookie of the browser that signed in, base64url; null if there is none. */
    browser: text("browser"),
    /** Browser and operating system, as in "Firefox, Linux"; null if unknown. */
    client: text("client"),
  },
  (table) => [
    index("sessions_user").on(table.userId),
    index("sessions_last_used").on(table.lastUsedAt),
    index("sessions_ended").on(table.endedAt),
  ],
);

/**
 * Sites at which a session may have sockets: written before a ticket is issued, removed when the site's object has
 * closed them.
 */
export const sessionSites = sqliteTable(
  "session_sites",
  {
    sessionId: text("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    siteId: integer("site_id").notNull(),
    ticketAt: instant("ticket_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.siteId] })],
);

export const loginFailures = sqliteTable(
  "login_failures",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** Account and address, or an account alone, masked and irreversible. */
    subject: text("subject").notNull(),
    at: instant("at").notNull(),
    /** Whether the password is still being verified; a pending attempt is no failure yet. */
    pending: flag("pending").notNull().default(false),
  },
  (table) => [
    index("login_failures_subject").on(table.subject, table.at),
    index("login_failures_at").on(table.at),
  ],
);

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
    wrongAttempts: integer("wrong_attempts").notNull().default(0),
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
    userId: ofUser("user_id"),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (table) => [index("links_user").on(table.userId), index("links_expires").on(table.expiresAt)],
);

/** Browsers from which a user has signed in: the slow-down of guessed accounts does not apply to them. */
export const knownBrowsers = sqliteTable(
  "known_browsers",
  {
    /** SHA-256 of the browser's cookie, base64url. */
    browser: text("browser").notNull(),
    userId: ofUser("user_id"),
    lastUsedAt: instant("last_used_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.browser, table.userId] }),
    index("known_browsers_last_used").on(table.lastUsedAt),
  ],
);
