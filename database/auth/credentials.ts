import { and, eq, isNull, ne, type SQL } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { knownBrowsers, sessions } from "../schema/auth.ts";
import { accessTokens } from "../schema/tokens.ts";
import { users } from "../schema/users.ts";

/** A user id, or a query for one; if the query finds none, the statement changes nothing. */
type Owner = number | SQL<number | null>;

/** Returns the statement that sets a user's password. */
export function setPassword(database: Database, owner: Owner, passwordHash: string) {
  return database.update(users).set({ passwordHash }).where(eq(users.id, owner));
}

/**
 * Returns the statement that marks an account as activated, because its user has proven access to the account's e-mail.
 */
export function activate(database: Database, owner: Owner, now: number) {
  return database
    .update(users)
    .set({ activatedAt: now })
    .where(and(eq(users.id, owner), isNull(users.activatedAt)));
}

/**
 * Returns the statements that end everything a user has signed in with: sessions (as ended elsewhere), personal access
 * tokens and known browsers. The caller closes sockets afterwards.
 * @param keep id of the session that stays
 */
export function endAccess(database: Database, owner: Owner, now: number, keep?: string) {
  const ended = database
    .update(sessions)
    .set({ endedAt: now, endedBy: "elsewhere" })
    .where(
      and(
        eq(sessions.userId, owner),
        isNull(sessions.endedAt),
        keep === undefined ? undefined : ne(sessions.id, keep),
      ),
    );
  return [
    ended,
    database.delete(accessTokens).where(eq(accessTokens.userId, owner)),
    database.delete(knownBrowsers).where(eq(knownBrowsers.userId, owner)),
  ] as const;
}
