import { and, eq, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { memberships, pendingRevocations } from "../schema/members.ts";
import { users } from "../schema/users.ts";

/** A revocation of access, as it is sent to the site's object. */
export type PendingRevocation = { siteId: number; person: number; rightsVersion: number };

/**
 * Enqueues revocations; of one that is already pending, the newer version counts.
 * @param rows selects site, user, access version and instant (ms UTC)
 */
export function upsertPendingRevocations(database: Database, rows: SQL) {
  return database
    .insert(pendingRevocations)
    .select(rows)
    .onConflictDoUpdate({
      target: [pendingRevocations.siteId, pendingRevocations.person],
      set: {
        accessVersion: sql`max(${pendingRevocations.accessVersion}, excluded.access_version)`,
      },
    });
}

/**
 * Returns two statements for a batch that revokes or lowers a user's access to a site, to run after that change: they
 * invalidate the user's cached permissions and enqueue the revocation for the site's object.
 * @param where condition under which access has changed, for instance `changes() > 0` directly after the statement
 */
export function enqueueRevocation(
  database: Database,
  { siteId, userId, now }: { siteId: number; userId: number; now: number },
  where: SQL = sql`true`,
) {
  return [
    database
      .update(users)
      .set({ accessVersion: sql`${users.accessVersion} + 1` })
      .where(and(eq(users.id, userId), where)),
    // If the version was not raised, this insert only repeats an earlier revocation.
    upsertPendingRevocations(
      database,
      sql`
          select ${siteId}, ${users.id}, ${users.accessVersion}, ${now}
          from ${users}
          where ${users.id} = ${userId} and changes() > 0
        `,
    ),
  ] as const;
}

/**
 * Enqueues revocations for several memberships: cached permissions of these members become invalid, and the sites'
 * objects are notified.
 * @param those condition on memberships, evaluated before the statement that ends them
 */
export function enqueueRevocations(database: Database, those: SQL, now: number) {
  const theirs = sql`select ${memberships.userId} from ${memberships} where ${those}`;
  return [
    database
      .update(users)
      .set({ accessVersion: sql`${users.accessVersion} + 1` })
      .where(sql`${users.id} in (${theirs})`),
    upsertPendingRevocations(
      database,
      sql`
          select ${memberships.siteId}, ${users.id}, ${users.accessVersion}, ${now}
          from ${memberships}
          inner join ${users} on ${users.id} = ${memberships.userId}
          where ${those}
        `,
    ),
  ] as const;
}

const columns = {
  siteId: pendingRevocations.siteId,
  person: pendingRevocations.person,
  rightsVersion: pendingRevocations.accessVersion,
};

/** Lists the pending revocations of a site. */
export async function listPendingRevocations(
  database: Database,
  siteId: number,
): Promise<PendingRevocation[]> {
  return database
    .select(columns)
    .from(pendingRevocations)
    .where(eq(pendingRevocations.siteId, siteId));
}

/** Lists revocations of all sites, oldest first. */
export async function listOldestPendingRevocations(
  database: Database,
  limit: number,
): Promise<PendingRevocation[]> {
  return database
    .select(columns)
    .from(pendingRevocations)
    .orderBy(pendingRevocations.createdAt)
    .limit(limit);
}

/** Removes a delivered revocation; later ones of the same user stay. */
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
        lte(pendingRevocations.accessVersion, end.rightsVersion),
      ),
    );
}
