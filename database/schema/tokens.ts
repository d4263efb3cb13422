import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { TokenScope } from "#domain/sessions/access-token.ts";
import { instant } from "./columns.ts";
import { ofUser } from "./references.ts";

/** Personal access tokens (`hp_…`). */
export const accessTokens = sqliteTable(
  "access_tokens",
  {
    /** SHA-256 of the token, base64url. */
    id: text("id").primaryKey(),
    userId: ofUser("user_id"),
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
