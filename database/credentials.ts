import { and, eq, isNull, ne, type SQL } from "drizzle-orm";
import { accessTokens, knownBrowsers } from "./account-schema.ts";
import type { Database } from "./connect.ts";
import { sessions, users } from "./schema.ts";

/** A person's id; as a query that finds none, the statement does nothing. */
type Owner = number | SQL<number | null>;

/** The statement that gives a person a new password. */
export function setPassword(database: Database, owner: Owner, passwordHash: string) {
  return database.update(users).set({ passwordHash }).where(eq(users.id, owner));
}

/** The statement that notes that a person has shown to read the account's e-mails. */
export function activate(database: Database, owner: Owner, now: number) {
  return database
    .update(users)
    .set({ activatedAt: now })
    .where(and(eq(users.id, owner), isNull(users.activatedAt)));
}

/**
 * The statements that end all that a person has signed in with: sessions, as ended from elsewhere, personal access
 * tokens, and browsers that are known. Sockets are to be closed afterwards.
 * @param keep id of the session that goes on
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
