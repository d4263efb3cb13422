import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, instant } from "./columns.ts";
import { sites } from "./sites.ts";

/** Read-only links to sites, at most one per site. */
export const shares = sqliteTable(
  "shares",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    siteId: integer("site_id")
      .notNull()
      .unique()
      .references(() => sites.id, { onDelete: "cascade" }),
    /** SHA-256 of the token in the link, base64url. */
    tokenHash: text("token_hash").notNull().unique(),
    /** The token, sealed by a key of the key ring, so that administrators can see the link again. */
    sealedToken: text("sealed_token").notNull(),
    /** scrypt; null if the link has no password. */
    passwordHash: text("password_hash"),
    hidesLocation: flag("hides_location").notNull().default(false),
    /** Whether the site is in the list of public sites; a link with a password never is. */
    isPublic: flag("is_public").notNull().default(false),
    /** Number of share sessions begun. */
    views: integer("views").notNull().default(0),
    /** Incremented to invalidate all share sessions. */
    version: integer("version").notNull().default(0),
    createdAt: instant("created_at").notNull(),
    /** Hash of a separate token that the list of public sites publishes; null if the site is not public. */
    publicTokenHash: text("public_token_hash").unique(),
    sealedPublicToken: text("sealed_public_token"),
  },
  // Index of public sites, newest first, so that other links are not read.
  (table) => [
    index("shares_public").on(table.id).where(sql`is_public = 1 and password_hash is null`),
  ],
);

/** Sessions of viewers who entered by a link. */
export const shareSessions = sqliteTable(
  "share_sessions",
  {
    /** SHA-256 of the session's token, base64url. */
    id: text("id").primaryKey(),
    shareId: integer("share_id")
      .notNull()
      .references(() => shares.id, { onDelete: "cascade" }),
    /** The version of the share at the session's start; the session is invalid once it differs. */
    version: integer("version").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    /**
     * Whether the viewer entered from the list of public sites; such sessions end when the site is no longer public.
     */
    isPublic: flag("is_public").notNull().default(false),
  },
  (table) => [
    index("share_sessions_share").on(table.shareId),
    index("share_sessions_expire").on(table.expiresAt),
  ],
);
