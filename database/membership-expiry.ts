import { and, eq, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "./connect.ts";
import { invitations, pendingRevocations } from "./member-schema.ts";
import { recordMembershipChange } from "./membership-changes.ts";
import { memberships, sites, users } from "./schema.ts";

/** So many rights end in one batch. */
const ENDED_AT_ONCE = 500;

/**
 * Removes memberships whose time is over, with their record and what the sites are to hear of it. Answers the sites.
 * @param siteId where they are to end now; those of all sites otherwise, the oldest first
 */
export async function deleteExpiredMemberships(
  database: Database,
  now: number,
  siteId?: number,
): Promise<number[]> {
  const due = sql`${memberships.endsAt} <= ${now}`;
  const place = sql`select rowid from ${memberships} where ${due}`;
  const those = inPlaces(
    siteId === undefined
      ? sql`${place} order by ${memberships.endsAt} limit ${ENDED_AT_ONCE}`
      : sql`${place} and ${memberships.siteId} = ${siteId}`,
  );
  const [, , , , ended] = await database.batch([
    ...enqueueRevocations(database, those, now),
    recordMembershipChange(
      database,
      {
        siteId: sql`${memberships.siteId}`,
        at: now,
        kind: "ended",
        by: null,
        person: sql`${memberships.userId}`,
        oldRole: sql`${memberships.role}`,
        oldEndsAt: sql`${memberships.endsAt}`,
      },
      sql`from ${memberships} where ${those}`,
    ),
    // Who looks after a site is one of its members.
    database
      .update(sites)
      .set({ dealerId: null })
      .where(
        sql`exists (select 1 from ${memberships} where ${memberships.siteId} = ${sites.id} and ${memberships.userId} = ${sites.dealerId} and ${those})`,
      ),
    database.delete(memberships).where(those).returning({ siteId: memberships.siteId }),
  ]);
  return [...new Set(ended.map((row) => row.siteId))];
}

/**
 * `enqueueRevocation` for several memberships: what was found of these members before counts no more there, and their sites are
 * to hear of it.
 * @param those a condition of memberships, as they are before the statement that ends them
 */
export function enqueueRevocations(database: Database, those: SQL, now: number) {
  const theirs = sql`select ${memberships.userId} from ${memberships} where ${those}`;
  return [
    database
      .update(users)
      .set({ rightsVersion: sql`${users.rightsVersion} + 1` })
      .where(sql`${users.id} in (${theirs})`),
    database
      .insert(pendingRevocations)
      .select(
        sql`select ${memberships.siteId}, ${users.id}, ${users.rightsVersion}, ${now} from ${memberships} inner join ${users} on ${users.id} = ${memberships.userId} where ${those}`,
      )
      .onConflictDoUpdate({
        target: [pendingRevocations.siteId, pendingRevocations.person],
        set: {
          rightsVersion: sql`max(${pendingRevocations.rightsVersion}, excluded.rights_version)`,
        },
      }),
  ] as const;
}

function inPlaces(places: SQL): SQL {
  return sql`${memberships}.rowid in (${places})`;
}

/** Forgets invitations that nobody took up in time. */
export async function deleteExpiredInvitations(database: Database, now: number): Promise<void> {
  await database.delete(invitations).where(lte(invitations.expiresAt, now));
}

/** The statement that leaves a site without its dealer where that is who went in the statement just before. */
export function clearDealer(database: Database, siteId: number, userId: number, where: SQL) {
  return database
    .update(sites)
    .set({ dealerId: null })
    .where(and(eq(sites.id, siteId), eq(sites.dealerId, userId), where));
}
