import { and, asc, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { MemberRole } from "#domain/access/roles.ts";
import { INVITATION_LIFETIME_MS, MAX_PENDING } from "#domain/members/member-limits.ts";
import { permissionToInvite } from "#domain/members/member-permissions.ts";
import type { InvitedAs } from "#domain/members/membership-change.ts";
import type { Database } from "../connect.ts";
import { type QueuedMail, queueMailWhere } from "../mails/mails.ts";
import { invitations, memberships, transfers } from "../schema/members.ts";
import { sites } from "../schema/sites.ts";
import { users } from "../schema/users.ts";
import { type InvitationMail, queueInvitation, renewed } from "./invitation-mails.ts";
import {
  type Acting,
  hasHappened,
  hasRoom,
  isOpen,
  isPermitted,
  lasts,
  mayGrant,
  mayOffer,
} from "./member-guards.ts";
import { recordMembershipChange, waitingAt } from "./membership-changes.ts";

export type Invited = {
  email: string;
  as: InvitedAs;
  role: MemberRole;
  endsAt: number | null;
  /** Whether the future member receives the site's alarms; by role if absent. */
  receivesAlarms?: boolean | undefined;
};

/**
 * Invites an address or renews its invitation; an e-mail goes out at most once a day. Returns false and changes nothing
 * if the address belongs to a member, the site is full, too many invitations wait, or the acting user lacks the
 * permission.
 */
export async function invite(
  database: Database,
  acting: Acting,
  { email, as, role, endsAt, receivesAlarms }: Invited,
  { mail, notice }: { mail: InvitationMail; notice?: QueuedMail<"transferOffered"> | undefined },
): Promise<boolean> {
  const { siteId, by, now } = acting;
  const receives = receivesAlarms === undefined ? null : Number(receivesAlarms);
  // A pending transfer excludes another offer of ownership.
  const isPending = sql`exists (select 1 from ${transfers} where ${transfers.siteId} = ${siteId})`;
  const may =
    as === "member"
      ? mayGrant(acting, role)
      : sql`(${isPermitted(acting, permissionToInvite({ as, role }))} and (${as} <> 'owner' or not ${isPending}))`;
  // A future owner or dealer may already be a member; the current owner cannot be invited as owner.
  const members =
    as === "member"
      ? sql`
        select 1
        from ${memberships}
        inner join ${users} on ${users.id} = ${memberships.userId}
        where ${memberships.siteId} = ${siteId} and ${users.email} = ${email} and ${lasts(now)}
      `
      : sql`select 1 from ${users} where ${users.id} = ${by} and ${users.email} = ${email}`;
  const room = as === "member" ? hasRoom(siteId) : sql`true`;
  const isRenewed = sql`exists (
    select 1
    from ${invitations}
    where ${invitations.siteId} = ${siteId}
      and ${invitations.email} = ${email} and ${invitations.invitedAs} = ${as} and ${invitations.createdAt} = ${now}
  )`;
  const [made] = await database.batch([
    database
      .insert(invitations)
      .select(
        sql`
          select null, ${siteId}, ${email}, ${as}, ${role}, ${endsAt}, ${by}, ${now}, ${now + INVITATION_LIFETIME_MS},
            ${receives}
          where ${may} and ${room} and not exists (${members}) and ${waitingAt(siteId, now)} < ${MAX_PENDING}
        `,
      )
      .onConflictDoUpdate({
        target: [invitations.siteId, invitations.email, invitations.invitedAs],
        set: {
          role: sql`excluded.role`,
          endsAt: sql`excluded.ends_at`,
          invitedBy: sql`excluded.invited_by`,
          receivesAlarms: sql`excluded.receives_alarms`,
          ...renewed(now),
        },
        // An administrator cannot change what the owner has offered.
        setWhere: sql`(${mayGrant(acting, sql`${invitations.role}`)} or not ${isOpen(now)})`,
      })
      .returning({ id: invitations.id }),
    recordMembershipChange(
      database,
      { siteId, at: now, kind: "invited", by, email, newRole: role, newEndsAt: endsAt },
      sql`where ${hasHappened}`,
    ),
    ...queueInvitation(database, sql`${hasHappened} and ${isRenewed}`, mail),
    ...(notice === undefined ? [] : [queueMailWhere(database, isRenewed, notice)]),
  ]);
  return made.length === 1;
}

/**
 * Lists the open invitations of a site, the longest waiting first. The result does not reveal whether an address is
 * registered.
 */
export async function listInvitations(database: Database, siteId: number, now: number) {
  return database
    .select({
      id: invitations.id,
      email: invitations.email,
      as: invitations.invitedAs,
      role: invitations.role,
      endsAt: invitations.endsAt,
      createdAt: invitations.createdAt,
      expiresAt: invitations.expiresAt,
      invitedBy: users.name,
    })
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .where(and(eq(invitations.siteId, siteId), isOpen(now)))
    .orderBy(asc(invitations.createdAt), asc(invitations.id))
    .limit(MAX_PENDING);
}

/** Lists a user's invitations, newest first, without those of deleted sites. */
export async function listInvitationsOf(
  database: Database,
  userId: number,
  now: number,
  id?: number,
) {
  return database
    .select({
      id: invitations.id,
      siteId: sites.id,
      siteName: sites.name,
      timeZone: sites.timeZone,
      ownerId: sites.creatorId,
      invitedBy: sql<
        string | null
      >`(select ${users.name} from ${users} where ${users.id} = ${invitations.invitedBy})`,
      as: invitations.invitedAs,
      role: invitations.role,
      endsAt: invitations.endsAt,
      createdAt: invitations.createdAt,
      expiresAt: invitations.expiresAt,
    })
    .from(invitations)
    .innerJoin(users, and(eq(users.email, invitations.email), eq(users.id, userId)))
    .innerJoin(sites, and(eq(sites.id, invitations.siteId), isNull(sites.deletedAt)))
    .where(and(isOpen(now), id === undefined ? undefined : eq(invitations.id, id)))
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
    .limit(MAX_PENDING);
}

/** Withdraws an invitation. Returns false if there is none or the acting user lacks the permission. */
export async function withdrawInvitation(
  database: Database,
  acting: Acting,
  id: number,
): Promise<boolean> {
  const { siteId, by, now } = acting;
  return removeInvitation(database, id, {
    siteId,
    by,
    now,
    kind: "invitationWithdrawn",
    where: and(eq(invitations.siteId, siteId), mayOffer(acting)),
  });
}

/**
 * Declines an invitation. The history does not reveal who owns the address. Returns false if the user has no such
 * invitation.
 */
export async function declineInvitation(
  database: Database,
  { id, userId, now }: { id: number; userId: number; now: number },
): Promise<boolean> {
  return removeInvitation(database, id, {
    siteId: sql`${invitations.siteId}`,
    by: null,
    now,
    kind: "declined",
    where: sql`${invitations.email} = (select ${users.email} from ${users} where ${users.id} = ${userId})`,
  });
}

type Removal = {
  siteId: number | SQL;
  by: number | null;
  now: number;
  kind: "invitationWithdrawn" | "declined";
  where: SQL | undefined;
};

async function removeInvitation(
  database: Database,
  id: number,
  { siteId, by, now, kind, where }: Removal,
): Promise<boolean> {
  const own = and(eq(invitations.id, id), where);
  const [recorded] = await database.batch([
    recordMembershipChange(
      database,
      {
        siteId,
        at: now,
        kind,
        by,
        email: sql`${invitations.email}`,
        oldRole: sql`${invitations.role}`,
        oldEndsAt: sql`${invitations.endsAt}`,
      },
      sql`from ${invitations} where ${own}`,
    ).returning(),
    database.delete(invitations).where(and(eq(invitations.id, id), hasHappened)),
  ]);
  return recorded.length === 1;
}
