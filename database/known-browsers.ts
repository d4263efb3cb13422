import { and, eq, gt, lt, sql } from "drizzle-orm";
import { KNOWN_BROWSER_MS } from "#domain/users/login-limit.ts";
import { knownBrowsers } from "./account-schema.ts";
import type { Database } from "./connect.ts";
import { sessions } from "./schema.ts";

/** @param browser SHA-256 of its cookie; empty where it showed none */
export function selectBrowserUsers(database: Database, browser: string, now: number) {
  return database
    .select({ userId: knownBrowsers.userId })
    .from(knownBrowsers)
    .where(
      and(eq(knownBrowsers.browser, browser), gt(knownBrowsers.lastUsedAt, now - KNOWN_BROWSER_MS)),
    );
}

/** A browser at a log-in; both SHA-256 of its cookie. */
export type SigningBrowser = {
  /** What it is to show from now on. */
  id: string;
  /** What it has shown; null where that stays, or was nothing. */
  was: string | null;
};

/**
 * The statements that note that somebody signs in from a browser, in the batch that begins their session and only if it
 * has begun. Whoever was known by what it has shown is known by what it shows from now on.
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

export async function deleteOldBrowsers(database: Database, now: number) {
  await database.delete(knownBrowsers).where(lt(knownBrowsers.lastUsedAt, now - KNOWN_BROWSER_MS));
}
