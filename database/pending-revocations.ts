import { and, eq, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "./connect.ts";
import { pendingRevocations } from "./member-schema.ts";
import { users } from "./schema.ts";

/** A right that ended, as the site's object is told of it. */
export type PendingRevocation = { siteId: number; person: number; rightsVersion: number };

/**
 * Two statements for the batch that ends or lowers what a person may do at a site, after the one that does it: what was
 * found of the person before counts no more there, and the site's object is to hear of it.
 * @param where holds for the person only where it came to that: `changes() > 0` does for a statement just before
 */
export function enqueueRevocation(
  database: Database,
  { siteId, userId, now }: { siteId: number; userId: number; now: number },
  where: SQL = sql`true`,
) {
  return [
    database
      .update(users)
      .set({ rightsVersion: sql`${users.rightsVersion} + 1` })
      .where(and(eq(users.id, userId), where)),
    // Of a person whose version was not raised it only repeats what ended before.
    database
      .insert(pendingRevocations)
      .select(
        sql`select ${siteId}, ${users.id}, ${users.rightsVersion}, ${now} from ${users} where ${users.id} = ${userId} and changes() > 0`,
      )
      .onConflictDoUpdate({
        target: [pendingRevocations.siteId, pendingRevocations.person],
        set: {
          rightsVersion: sql`max(${pendingRevocations.rightsVersion}, excluded.rights_version)`,
        },
      }),
  ] as const;
}

const told = {
  siteId: pendingRevocations.siteId,
  person: pendingRevocations.person,
  rightsVersion: pendingRevocations.rightsVersion,
};

export async function listPendingRevocations(
  database: Database,
  siteId: number,
): Promise<PendingRevocation[]> {
  return database
    .select(told)
    .from(pendingRevocations)
    .where(eq(pendingRevocations.siteId, siteId));
}

/** Of all sites, the oldest first. */
export async function listOldestPendingRevocations(
  database: Database,
  limit: number,
): Promise<PendingRevocation[]> {
  return database
    .select(told)
    .from(pendingRevocations)
    .orderBy(pendingRevocations.createdAt)
    .limit(limit);
}

/** It has been told; what ended since stays. */
export async function removePendingRevocation(
  database: Database,
  end: PendingRevocation,
): Promise<void> {
  await database
    .delete(pendingRevocations)
    .where(
      and(
        eq(pendingRevocations.siteId, end.siteId),
        eq(pendingRevocations.person, end.person),
        lte(pendingRevocations.rightsVersion, end.rightsVersion),
      ),
    );
}
