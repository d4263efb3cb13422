import { and, eq, gt, lt, sql } from "drizzle-orm";
import { KNOWN_BROWSER_MS } from "#domain/users/login-limit.ts";
import type { Database } from "../connect.ts";
import { knownBrowsers, sessions } from "../schema/auth.ts";

/**
 * Returns the statement that selects the users who have signed in from a browser.
 * @param browser SHA-256 of its cookie; empty if the request has none
 */
export function selectBrowserUsers(database: Database, browser: string, now: number) {
  return database
    .select({ userId: knownBrowsers.userId })
    .from(knownBrowsers)
    .where(
      and(eq(knownBrowsers.browser, browser), gt(knownBrowsers.lastUsedAt, now - KNOWN_BROWSER_MS)),
    );
}

/** A browser at sign-in; both ids are SHA-256 of its cookie. */
export type SigningBrowser = {
  /** The id that the browser sends from now on. */
  id: string;
  /** The id that the browser sent before; null if it stays the same or there was none. */
  was: string | null;
};

/**
 * Returns the statements that record a browser, in the batch that creates the session and only if that succeeded. Users
 * known by the previous id become known by the new one.
 */
export function keepBrowser(
  database: Database,
  { id, was }: SigningBrowser,
  { sessionId, now }: { sessionId: string; now: number },
) {
  const begun = eq(sessions.id, sessionId);
  return [
    database
      .update(knownBrowsers)
      .set({ browser: id })
      .where(
        and(
          eq(knownBrowsers.browser, was ?? ""),
          sql`exists (select 1 from ${sessions} where ${begun})`,
        ),
      ),
    database
      .insert(knownBrowsers)
      .select(sql`select ${id}, ${sessions.userId}, ${now} from ${sessions} where ${begun}`)
      .onConflictDoUpdate({
        target: [knownBrowsers.browser, knownBrowsers.userId],
        set: { lastUsedAt: now },
      }),
  ] as const;
}

/** Deletes browsers that were not used for too long. */
export async function deleteOldBrowsers(database: Database, now: number) {
  await database.delete(knownBrowsers).where(lt(knownBrowsers.lastUsedAt, now - KNOWN_BROWSER_MS));
}
