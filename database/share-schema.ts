import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { sites } from "./schema.ts";

/** Instants are ms UTC throughout. */
const instant = (name: string) => integer(name);
const flag = (name: string) => integer(name, { mode: "boolean" });

/** Read-only links, one a site at most. */
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
    /** The token, sealed by a key of the key ring: an administrator is shown the link again. */
    sealedToken: text("sealed_token").notNull(),
    /** scrypt; null where no password is asked for. */
    passwordHash: text("password_hash"),
    hidesLocation: flag("hides_location").notNull().default(false),
    showsInWorld: flag("shows_in_world").notNull().default(false),
    /** Share sessions begun. */
    views: integer("views").notNull().default(0),
    /** Grows when what was let in before is to be let in no more. */
    version: integer("version").notNull().default(0),
    createdAt: instant("created_at").notNull(),
    /** The same of a token of its own that the world page publishes: null where nothing is shown there. */
    worldTokenHash: text("world_token_hash").unique(),
    sealedWorldToken: text("sealed_world_token"),
  },
  // What the world sees, the newest first: the other links are not even looked at.
  (table) => [
    index("shares_in_world").on(table.id).where(sql`shows_in_world = 1 and password_hash is null`),
  ],
);

/** Viewers who were let in by a link. */
export const shareSessions = sqliteTable(
  "share_sessions",
  {
    /** SHA-256 of the session's token, base64url. */
    id: text("id").primaryKey(),
    shareId: integer("share_id")
      .notNull()
      .references(() => shares.id, { onDelete: "cascade" }),
    /** That of the share when it began; with another one it counts no more. */
    version: integer("version").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    /** Whether they came by the token of the world page, which ends with it. */
    ofWorld: flag("of_world").notNull().default(false),
  },
  (table) => [
    index("share_sessions_share").on(table.shareId),
    index("share_sessions_expire").on(table.expiresAt),
  ],
);
