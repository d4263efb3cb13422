import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "./connect.ts";
import { modules } from "./schema.ts";
import { pendingUnlinks } from "./site-life-schema.ts";

/** A module that a site has no more, or not for now, and of which its object is to hear. */
export type PendingUnlink = { siteId: number; serial: string };

/**
 * For the batch that takes a site's module away, before the statement that does it.
 * @param where holds where it comes to that
 */
export function enqueueUnlink(database: Database, siteId: number, where: SQL, now: number) {
  return database
    .insert(pendingUnlinks)
    .select(
      sql`select ${modules.siteId}, ${modules.serial}, ${now} from ${modules} where ${modules.siteId} = ${siteId} and ${where}`,
    )
    .onConflictDoNothing();
}

const told = { siteId: pendingUnlinks.siteId, serial: pendingUnlinks.serial };

export async function listPendingUnlinks(
  database: Database,
  siteId: number,
): Promise<PendingUnlink[]> {
  return database.select(told).from(pendingUnlinks).where(eq(pendingUnlinks.siteId, siteId));
}

/** Of all sites, the oldest first. */
export async function listOldestPendingUnlinks(
  database: Database,
  limit: number,
): Promise<PendingUnlink[]> {
  return database.select(told).from(pendingUnlinks).orderBy(pendingUnlinks.createdAt).limit(limit);
}

export async function removePendingUnlink(database: Database, told: PendingUnlink): Promise<void> {
  await database.delete(pendingUnlinks).where(isThat(told));
}

function isThat({ siteId, serial }: PendingUnlink) {
  return and(eq(pendingUnlinks.siteId, siteId), eq(pendingUnlinks.serial, serial));
}
