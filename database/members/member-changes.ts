import { and, eq, type SQL, sql } from "drizzle-orm";
import type { MemberRole } from "#domain/access/roles.ts";
import type { MembershipChangeKind } from "#domain/members/membership-change.ts";
import type { Database } from "../connect.ts";
import { recordJournal } from "../journal/journal-outbox.ts";
import { type QueuedMail, queueMailWhere } from "../mails/mails.ts";
import { memberships } from "../schema/members.ts";
import { sites } from "../schema/sites.ts";
import {
  type Acting,
  hasHappened,
  isPermitted,
  lasts,
  mayChange,
  mayGrant,
} from "./member-guards.ts";
import { recordMembershipChange } from "./membership-changes.ts";
import { clearDealer } from "./membership-expiry.ts";
import { enqueueRevocation } from "./pending-revocations.ts";

const membershipOf = (siteId: number, userId: number) =>
  and(eq(memberships.siteId, siteId), eq(memberships.userId, userId));

/**
 * Removes a member. Returns false and changes nothing if the user is no member or the acting user lacks the permission.
 */
export async function removeMember(
  database: Database,
  acting: Acting,
  userId: number,
  mail: QueuedMail<"removed">,
): Promise<boolean> {
  const where = and(
    membershipOf(acting.siteId, userId),
    lasts(acting.now),
    mayChange(acting, userId),
  );
  const [removed] = await database.batch([
    ...endMembership(database, acting, { userId, kind: "removed" }, where),
    queueMailWhere(database, hasHappened, mail),
    clearDealer(database, acting.siteId, userId, hasHappened),
  ]);
  return removed.length === 1;
}

/**
 * Removes the acting user's own membership. Returns false and changes nothing for the owner and for users who are no
 * members.
 */
export async function leaveSite(database: Database, acting: Acting): Promise<boolean> {
  const { siteId, by } = acting;
  const owned = sql`exists (select 1 from ${sites} where ${sites.id} = ${siteId} and ${sites.creatorId} = ${by})`;
  const where = and(membershipOf(siteId, by), lasts(acting.now), sql`not ${owned}`);
  const [removed] = await database.batch([
    ...endMembership(database, acting, { userId: by, kind: "left" }, where),
    clearDealer(database, siteId, by, hasHappened),
  ]);
  return removed.length === 1;
}

/**
 * Returns the statements that end a membership. The first result shows whether it ended, and `hasHappened` holds after
 * the last one.
 */
function endMembership(
  database: Database,
  { siteId, by, now }: Acting,
  { userId, kind }: { userId: number; kind: MembershipChangeKind },
  where: SQL | undefined,
) {
  const own = membershipOf(siteId, userId);
  return [
    recordMembershipChange(
      database,
      {
        siteId,
        at: now,
        kind,
        by,
        person: userId,
        oldRole: sql`${memberships.role}`,
        oldEndsAt: sql`${memberships.endsAt}`,
      },
      sql`from ${memberships} where ${where}`,
    ).returning(),
    database.delete(memberships).where(and(own, hasHappened)),
    ...enqueueRevocation(database, { siteId, userId, now }, hasHappened),
  ] as const;
}

type CurrentAccess = { role: MemberRole; endsAt: number | null };
type Change = { userId: number; from: CurrentAccess; to: CurrentAccess };

/**
 * Changes a member's role or expiry. The member's sockets close and reconnect with the new access level. Returns false
 * and changes nothing if the membership differs from `from` or the acting user lacks the permission.
 */
export async function changeAccess(
  database: Database,
  acting: Acting,
  { userId, from, to }: Change,
): Promise<boolean> {
  const { siteId, by, now } = acting;
  const kind: MembershipChangeKind = from.role === to.role ? "endChanged" : "roleChanged";
  const [changed] = await database.batch([
    database
      .update(memberships)
      .set({ role: to.role, endsAt: to.endsAt })
      .where(
        and(
          membershipOf(siteId, userId),
          eq(memberships.role, from.role),
          sql`${memberships.endsAt} is ${from.endsAt}`,
          lasts(now),
          mayChange(acting, userId),
          mayGrant(acting, to.role),
        ),
      )
      .returning({ userId: memberships.userId }),
    recordMembershipChange(
      database,
      {
        siteId,
        at: now,
        kind,
        by,
        person: userId,
        oldRole: from.role,
        newRole: to.role,
        oldEndsAt: from.endsAt,
        newEndsAt: to.endsAt,
      },
      sql`where ${hasHappened}`,
    ),
    ...enqueueRevocation(database, { siteId, userId, now }, hasHappened),
  ]);
  return changed.length === 1;
}

/**
 * Sets whether a member receives the site's alarms. Returns false if the user is no member or the acting user lacks the
 * permission.
 */
export async function setReceivesAlarms(
  database: Database,
  acting: Acting,
  { userId, receives }: { userId: number; receives: boolean },
): Promise<boolean> {
  const { siteId, by, now } = acting;
  const where = and(membershipOf(siteId, userId), lasts(now), isPermitted(acting, "manageMembers"));
  const [, changed] = await database.batch([
    recordJournal(
      database,
      {
        siteId,
        at: now,
        by,
        user: userId,
        what: "access.alarmsSwitched",
        details: { to: receives },
      },
      sql`from ${memberships} where ${where} and ${memberships.receivesAlarms} <> ${receives ? 1 : 0}`,
    ),
    database
      .update(memberships)
      .set({ receivesAlarms: receives })
      .where(where)
      .returning({ userId: memberships.userId }),
  ]);
  return changed.length === 1;
}
