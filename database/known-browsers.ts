import { and, eq, gt, lt } from "drizzle-orm";
import { KNOWN_BROWSER_MS } from "#domain/users/login-limit.ts";
import { knownBrowsers } from "./account-schema.ts";
import type { Database } from "./connect.ts";

/** @param browser SHA-256 of its cookie; empty where it showed none */
export function selectBrowserUsers(database: Database, browser: string, now: number) {
  return database
    .select({ userId: knownBrowsers.userId })
    .from(knownBrowsers)
    .where(
      and(eq(knownBrowsers.browser, browser), gt(knownBrowsers.lastUsedAt, now - KNOWN_BROWSER_MS)),
    );
}

/** Notes that somebody signed in from a browser. */
export async function keepBrowser(
  database: Database,
  { browser, userId, now }: { browser: string; userId: number; now: number },
): Promise<void> {
  await database
    .insert(knownBrowsers)
    .values({ browser, userId, lastUsedAt: now })
    .onConflictDoUpdate({
      target: [knownBrowsers.browser, knownBrowsers.userId],
      set: { lastUsedAt: now },
    });
}

export async function forgetOldBrowsers(database: Database, now: number) {
  await database.delete(knownBrowsers).where(lt(knownBrowsers.lastUsedAt, now - KNOWN_BROWSER_MS));
}
