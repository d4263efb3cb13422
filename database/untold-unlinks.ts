import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "./connect.ts";
import { modules } from "./schema.ts";
import { untoldUnlinks } from "./site-life-schema.ts";

/** A module that a site has no more, or not for now, and of which its object is to hear. */
export type UntoldUnlink = { siteId: number; serial: string };

/**
 * For the batch that takes a site's module away, before the statement that does it.
 * @param where holds where it comes to that
 */
export function recordUnlink(database: Database, siteId: number, where: SQL, now: number) {
  return database
    .insert(untoldUnlinks)
    .select(
      sql`select ${modules.siteId}, ${modules.serial}, ${now} from ${modules} where ${modules.siteId} = ${siteId} and ${where}`,
    )
    .onConflictDoNothing();
}

const told = { siteId: untoldUnlinks.siteId, serial: untoldUnlinks.serial };

export async function listUntoldUnlinks(
  database: Database,
  siteId: number,
): Promise<UntoldUnlink[]> {
  return database.select(told).from(untoldUnlinks).where(eq(untoldUnlinks.siteId, siteId));
}

/** Of all sites, the oldest first. */
export async function listOldestUntoldUnlinks(
  database: Database,
  limit: number,
): Promise<UntoldUnlink[]> {
  return database.select(told).from(untoldUnlinks).orderBy(untoldUnlinks.createdAt).limit(limit);
}

export async function removeUntoldUnlink(database: Database, told: UntoldUnlink): Promise<void> {
  await database.delete(untoldUnlinks).where(isThat(told));
}

function isThat({ siteId, serial }: UntoldUnlink) {
  return and(eq(untoldUnlinks.siteId, siteId), eq(untoldUnlinks.serial, serial));
}
