import { and, eq, isNull, not, sql } from "drizzle-orm";
import { SITE_ROLE, USER_TYPE } from "#domain/access/roles.ts";
import { DEALER_PERMISSION } from "#domain/members/member-permissions.ts";
import type { Database } from "../connect.ts";
import { memberships } from "../schema/members.ts";
import { sites } from "../schema/sites.ts";
import { users } from "../schema/users.ts";
import { type Acting, hasHappened, isPermitted, lasts } from "./member-guards.ts";
import { recordMembershipChange } from "./membership-changes.ts";
import { enqueueRevocation } from "./pending-revocations.ts";

/** Access of a site's dealer: full function, or more if the member had more before. */
export const AS_DEALER = { role: sql`min(${memberships.role}, ${SITE_ROLE.full})` } as const;

/** Condition: a user has an account of a dealer. */
export function isDealerByTrade(userId: number) {
  return sql`exists (
    select 1 from ${users} where ${users.id} = ${userId} and ${users.type} = ${USER_TYPE.dealer}
  )`;
}

const isAdministrator = eq(memberships.role, SITE_ROLE.administrator);
/** Expiry of the membership of a dealer: none, except that an administrator keeps theirs. */
export const endOfDealer = sql`case when ${isAdministrator} then ${memberships.endsAt} end`;

/**
 * Makes a member the dealer of the site, with at least full function. Returns false and changes nothing if the user is
 * not a member or not a dealer by trade, if the site has a dealer, or if the acting user does not own the site.
 */
export async function setDealer(
  database: Database,
  acting: Acting,
  userId: number,
): Promise<boolean> {
  const { siteId, by, now } = acting;
  const member = sql`exists (
    select 1
    from ${memberships}
    where ${memberships.siteId} = ${siteId} and ${memberships.userId} = ${userId} and ${lasts(now)}
  )`;
  const own = and(eq(memberships.siteId, siteId), eq(memberships.userId, userId));
  const [made] = await database.batch([
    database
      .update(sites)
      .set({ dealerId: userId, updatedAt: now })
      .where(
        and(
          eq(sites.id, siteId),
          isNull(sites.dealerId),
          isPermitted(acting, DEALER_PERMISSION),
          member,
          isDealerByTrade(userId),
        ),
      )
      .returning({ id: sites.id }),
    recordMembershipChange(
      database,
      {
        siteId,
        at: now,
        kind: "madeDealer",
        by,
        person: userId,
        oldRole: sql`${memberships.role}`,
        newRole: AS_DEALER.role,
        oldEndsAt: sql`${memberships.endsAt}`,
        newEndsAt: endOfDealer,
      },
      sql`from ${memberships} where ${and(own, hasHappened)}`,
    ),
    database
      .update(memberships)
      .set({ ...AS_DEALER, endsAt: endOfDealer })
      .where(and(own, hasHappened)),
    // The user's sockets reconnect with the new access level.
    ...enqueueRevocation(database, { siteId, userId, now }, hasHappened),
  ]);
  return made.length === 1;
}

/**
 * Removes the dealer from the site, together with the membership unless the dealer is an administrator. Returns false
 * if the user is not the dealer or the acting user does not own the site.
 */
export async function removeDealer(
  database: Database,
  acting: Acting,
  userId: number,
): Promise<boolean> {
  const { siteId, by, now } = acting;
  const own = and(eq(memberships.siteId, siteId), eq(memberships.userId, userId));
  const [removed] = await database.batch([
    database
      .update(sites)
      .set({ dealerId: null, updatedAt: now })
      .where(
        and(
          eq(sites.id, siteId),
          eq(sites.dealerId, userId),
          isPermitted(acting, DEALER_PERMISSION),
        ),
      )
      .returning({ id: sites.id }),
    recordMembershipChange(
      database,
      {
        siteId,
        at: now,
        kind: "dealerRemoved",
        by,
        person: userId,
        oldRole: sql`${memberships.role}`,
        newRole: sql`case when ${isAdministrator} then ${memberships.role} else ${SITE_ROLE.none} end`,
        oldEndsAt: sql`${memberships.endsAt}`,
        newEndsAt: endOfDealer,
      },
      sql`from ${memberships} where ${and(own, hasHappened)}`,
    ),
    ...enqueueRevocation(database, { siteId, userId, now }, hasHappened),
    database.delete(memberships).where(and(own, not(isAdministrator), hasHappened)),
  ]);
  return removed.length === 1;
}
