import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { SITE_ROLE } from "#domain/access/roles.ts";
import type { InvitedAs, MembershipChangeKind } from "#domain/members/membership-change.ts";
import type { Database } from "../connect.ts";
import { applications, invitations, memberships } from "../schema/members.ts";
import { sites } from "../schema/sites.ts";
import { users } from "../schema/users.ts";
import { asMember } from "./applications.ts";
import { AS_DEALER, endOfDealer, isDealerByTrade } from "./dealers.ts";
import { hasHappened, hasRoomFor, isOpen } from "./member-guards.ts";
import { recordMembershipChange } from "./membership-changes.ts";
import { enqueueRevocation } from "./pending-revocations.ts";

export type Accepting = { id: number; siteId: number; userId: number; now: number };

/** Condition: the invitation is still open to the accepting user and the site has room. */
export function isOpenTo({ id, siteId, userId, now }: Accepting, as: InvitedAs): SQL {
  const own = sql`${invitations.id} = ${id} and ${invitations.siteId} = ${siteId} and ${invitations.invitedAs} = ${as}`;
  const theirs = sql`${invitations.email} = (select ${users.email} from ${users} where ${users.id} = ${userId})`;
  return sql`${own} and ${theirs} and ${isOpen(now)} and ${hasRoomFor(userId, siteId)}`;
}

const isThere = (open: SQL) => sql`exists (select 1 from ${invitations} where ${open})`;
const ofBoth = ({ siteId, userId }: Accepting) =>
  and(eq(memberships.siteId, siteId), eq(memberships.userId, userId));

/** Returns the statement that removes the application of the same user at the site. */
export function removeApplication(
  database: Database,
  { siteId, userId }: Pick<Accepting, "siteId" | "userId">,
  where = hasHappened,
) {
  return database
    .delete(applications)
    .where(and(eq(applications.siteId, siteId), eq(applications.userId, userId), where));
}

/**
 * Makes the user a member. The invitation decides whether the member receives the site's alarms; without a decision all
 * but monitors do (`receivesAlarmsAt`). Returns false and changes nothing if the invitation is gone, the site is full or
 * the user is already a member.
 */
export async function acceptAsMember(database: Database, accepting: Accepting): Promise<boolean> {
  const { siteId, userId, now } = accepting;
  const [made] = await database.batch([
    database
      .insert(memberships)
      .select(
        sql`
          select ${userId}, ${siteId}, ${invitations.role}, ${invitations.endsAt},
            coalesce(${invitations.receivesAlarms}, ${invitations.role} <> ${SITE_ROLE.monitor}), ${now}
          from ${invitations}
          where ${isOpenTo(accepting, "member")}
        `,
      )
      .onConflictDoNothing()
      .returning({ userId: memberships.userId }),
    recordMembershipChange(
      database,
      {
        siteId,
        at: now,
        kind: "accepted",
        by: userId,
        person: userId,
        newRole: sql`${memberships.role}`,
        newEndsAt: sql`${memberships.endsAt}`,
      },
      sql`from ${memberships} where ${and(ofBoth(accepting), hasHappened)}`,
    ),
    database.delete(invitations).where(and(asMember(siteId, userId), hasHappened)),
    removeApplication(database, accepting),
  ]);
  return made.length === 1;
}

/**
 * Makes the user the site's dealer with at least full function. Whether a member receives the site's alarms changes only
 * if the invitation decides it. Returns false if the invitation is gone, the site is
 * full or already has a dealer, or the user is not a dealer by trade.
 */
export async function acceptAsDealer(database: Database, accepting: Accepting): Promise<boolean> {
  const { siteId, userId, now } = accepting;
  const open = isOpenTo(accepting, "dealer");
  const receives = sql`(select ${invitations.receivesAlarms} from ${invitations} where ${invitations.id} = ${accepting.id})`;
  const [made] = await database.batch([
    database
      .update(sites)
      .set({ dealerId: userId, updatedAt: now })
      .where(
        and(eq(sites.id, siteId), isNull(sites.dealerId), isThere(open), isDealerByTrade(userId)),
      )
      .returning({ id: sites.id }),
    recordArrival(database, accepting, {
      kind: "madeDealer",
      by: userId,
      newRole: sql`min(coalesce(${memberships.role}, ${SITE_ROLE.full}), ${SITE_ROLE.full})`,
      newEndsAt: endOfDealer,
    }),
    database
      .insert(memberships)
      .select(
        sql`select ${userId}, ${siteId}, ${SITE_ROLE.full}, null, coalesce(${receives}, 1), ${now} where ${hasHappened}`,
      )
      .onConflictDoUpdate({
        target: [memberships.userId, memberships.siteId],
        set: {
          ...AS_DEALER,
          endsAt: endOfDealer,
          receivesAlarms: sql`coalesce(${receives}, ${memberships.receivesAlarms})`,
        },
      }),
    ...enqueueRevocation(database, accepting, hasHappened),
    database.delete(invitations).where(and(asMember(siteId, userId), hasHappened)),
    removeApplication(database, accepting),
  ]);
  return made.length === 1;
}

/** Records the new access level together with the previous one, if any. */
export function recordArrival(
  database: Database,
  { siteId, userId, now }: Omit<Accepting, "id">,
  {
    kind,
    by,
    ...held
  }: { kind: MembershipChangeKind; by: number; newRole: SQL; newEndsAt: SQL | null },
) {
  return recordMembershipChange(
    database,
    {
      siteId,
      at: now,
      kind,
      by,
      person: userId,
      ...held,
      oldRole: sql`coalesce(${memberships.role}, ${SITE_ROLE.none})`,
      oldEndsAt: sql`${memberships.endsAt}`,
    },
    sql`
      from (select 1)
      left join ${memberships} on ${memberships.siteId} = ${siteId} and ${memberships.userId} = ${userId}
      where ${hasHappened}
    `,
  );
}
