import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { modules, pendingUnlinks } from "../schema/sites.ts";

/** A module that was removed from a site, or suspended with it. The site's object still has to be notified. */
export type PendingUnlink = { siteId: number; serial: string };

/**
 * Returns the statement that enqueues an unlink, to run before the statement that removes the module.
 * @param where condition of that statement
 */
export function enqueueUnlink(database: Database, siteId: number, where: SQL, now: number) {
  return database
    .insert(pendingUnlinks)
    .select(
      sql`
        select ${modules.siteId}, ${modules.serial}, ${now}
        from ${modules}
        where ${modules.siteId} = ${siteId} and ${where}
      `,
    )
    .onConflictDoNothing();
}

const columns = { siteId: pendingUnlinks.siteId, serial: pendingUnlinks.serial };

/** Lists the pending unlinks of a site. */
export async function listPendingUnlinks(
  database: Database,
  siteId: number,
): Promise<PendingUnlink[]> {
  return database.select(columns).from(pendingUnlinks).where(eq(pendingUnlinks.siteId, siteId));
}

/** Lists unlinks of all sites, oldest first. */
export async function listOldestPendingUnlinks(
  database: Database,
  limit: number,
): Promise<PendingUnlink[]> {
  return database
    .select(columns)
    .from(pendingUnlinks)
    .orderBy(pendingUnlinks.createdAt)
    .limit(limit);
}

/** Removes an unlink that was delivered. */
export async function removePendingUnlink(
  database: Database,
  unlink: PendingUnlink,
): Promise<void> {
  await database.delete(pendingUnlinks).where(isThat(unlink));
}

function isThat({ siteId, serial }: PendingUnlink) {
  return and(eq(pendingUnlinks.siteId, siteId), eq(pendingUnlinks.serial, serial));
}
