import { and, eq, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { invitations, memberships } from "../schema/members.ts";
import { sites } from "../schema/sites.ts";
import { recordMembershipChange } from "./membership-changes.ts";
import { enqueueRevocations } from "./pending-revocations.ts";

/** Maximum number of memberships deleted in one batch. */
const MAX_EXPIRED_PER_BATCH = 500;

/**
 * Deletes expired memberships, logs each and enqueues its revocation. Returns the ids of their sites.
 * @param siteId limits the deletion to one site; without it, memberships of all sites end, oldest first
 */
export async function deleteExpiredMemberships(
  database: Database,
  now: number,
  siteId?: number,
): Promise<number[]> {
  // The deletion itself reads many more rows than this, each minute.
  if (siteId === undefined && !(await isMembershipExpired(database, now))) return [];
  const due = sql`${memberships.endsAt} <= ${now}`;
  const place = sql`select rowid from ${memberships} where ${due}`;
  const those = inPlaces(
    siteId === undefined
      ? sql`${place} order by ${memberships.endsAt} limit ${MAX_EXPIRED_PER_BATCH}`
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
    // A dealer is always a member, so the site loses an expired one.
    database
      .update(sites)
      .set({ dealerId: null })
      .where(
        sql`exists (
          select 1
          from ${memberships}
          where ${memberships.siteId} = ${sites.id} and ${memberships.userId} = ${sites.dealerId} and ${those}
        )`,
      ),
    database.delete(memberships).where(those).returning({ siteId: memberships.siteId }),
  ]);
  return [...new Set(ended.map((row) => row.siteId))];
}

async function isMembershipExpired(database: Database, now: number): Promise<boolean> {
  const [first] = await database
    .select({ siteId: memberships.siteId })
    .from(memberships)
    .where(lte(memberships.endsAt, now))
    .limit(1);
  return first !== undefined;
}

function inPlaces(places: SQL): SQL {
  return sql`${memberships}.rowid in (${places})`;
}

/** Deletes invitations that were not accepted in time. */
export async function deleteExpiredInvitations(database: Database, now: number): Promise<void> {
  await database.delete(invitations).where(lte(invitations.expiresAt, now));
}

/** Returns the statement that clears a site's dealer if the previous statement removed that user. */
export function clearDealer(database: Database, siteId: number, userId: number, where: SQL) {
  return database
    .update(sites)
    .set({ dealerId: null })
    .where(and(eq(sites.id, siteId), eq(sites.dealerId, userId), where));
}
