import { type SQL, sql } from "drizzle-orm";
import { holdersOf } from "#domain/access/can.ts";
import type { SitePermission } from "#domain/access/permissions.ts";
import { MEMBER_ROLES, type MemberRole } from "#domain/access/roles.ts";
import { MAX_MEMBERS } from "#domain/members/member-limits.ts";
import {
  DEALER_PERMISSION,
  OWNERSHIP_PERMISSION,
  ROLE_PERMISSION,
} from "#domain/members/member-permissions.ts";
import { invitations, memberships } from "../schema/members.ts";
import { sites } from "../schema/sites.ts";

/** The user who makes a change, the site, and the instant (ms UTC). */
export type Acting = { siteId: number; by: number; now: number };
/** Like `Acting`, with values read from the rows of a statement. */
type ActingRow = { siteId: SQL | number; by: SQL | number; now: number };

/** Condition: a membership has not expired. */
export function lasts(now: number): SQL {
  return sql`(${memberships.endsAt} is null or ${memberships.endsAt} > ${now})`;
}

/**
 * Condition: the acting user has a permission inside the site, by the table that `can` reads. Operations refuse the
 * demo account and tokens before. The owner is known by the site alone, since an owner is always an administrator.
 */
export function isPermitted({ siteId, by, now }: ActingRow, permission: SitePermission): SQL {
  const { roles, isOwners } = holdersOf(permission);
  if (roles.length === 0) return sql`(1 = 0)`;
  if (isOwners)
    return sql`exists (
      select 1 from ${sites}
      where ${sites.id} = ${siteId} and ${sites.creatorId} = ${by} and ${sites.deletedAt} is null
    )`;
  return sql`exists (
    select 1 from ${memberships} inner join ${sites} on ${sites.id} = ${memberships.siteId}
    where ${memberships.siteId} = ${siteId} and ${memberships.userId} = ${by} and ${memberships.role} in ${roles}
      and ${lasts(now)} and ${sites.deletedAt} is null
  )`;
}

/** Condition: the acting user may grant or revoke a role, by `ROLE_PERMISSION`. */
export function mayGrant(acting: ActingRow, role: SQL | MemberRole): SQL {
  const permissions = [...new Set(Object.values(ROLE_PERMISSION))];
  const ways = permissions.map((permission) => {
    const roles = MEMBER_ROLES.filter((each) => ROLE_PERMISSION[each] === permission);
    return sql`(${role} in ${roles} and ${isPermitted(acting, permission)})`;
  });
  return sql`(${sql.join(ways, sql` or `)})`;
}

/** Condition: the acting user may offer what the invitation offers, by `permissionToInvite`. */
export function mayOffer(acting: ActingRow): SQL {
  const as = sql`${invitations.invitedAs}`;
  return sql`(
    (${as} = 'member' and ${mayGrant(acting, sql`${invitations.role}`)})
    or (${as} = 'dealer' and ${isPermitted(acting, DEALER_PERMISSION)})
    or (${as} = 'owner' and ${isPermitted(acting, OWNERSHIP_PERMISSION)})
  )`;
}

/**
 * Condition: an invitation can be accepted. Neither it nor the membership it offers has expired, and its sender still
 * has the permission to grant it.
 */
export function isOpen(now: number): SQL {
  const sender = { siteId: sql`${invitations.siteId}`, by: sql`${invitations.invitedBy}`, now };
  const lasting = sql`(${invitations.endsAt} is null or ${invitations.endsAt} > ${now})`;
  return sql`(${invitations.expiresAt} > ${now} and ${lasting} and ${mayOffer(sender)})`;
}

/** Condition: the acting user may change a member, by `permissionToChange`. No one can change the owner. */
export function mayChange(acting: Acting, userId: number): SQL {
  const isIn = (column: SQL) =>
    sql`exists (select 1 from ${sites} where ${sites.id} = ${acting.siteId} and ${column} = ${userId})`;
  const isOwner = isIn(sql`${sites.creatorId}`);
  const isDealer = isIn(sql`${sites.dealerId}`);
  return sql`(not ${isOwner} and (
    (${isDealer} and ${isPermitted(acting, DEALER_PERMISSION)})
    or (not ${isDealer} and ${mayGrant(acting, sql`${memberships.role}`)})
  ))`;
}

/** Condition: a site has room for one more member. */
export function hasRoom(siteId: number): SQL {
  return sql`((select count(*) from ${memberships} where ${memberships.siteId} = ${siteId}) < ${MAX_MEMBERS})`;
}

/** Condition: a site has room for a user, who may already be a member. */
export function hasRoomFor(userId: number, siteId: number): SQL {
  return sql`(${hasRoom(siteId)} or exists (
    select 1 from ${memberships} where ${memberships.siteId} = ${siteId} and ${memberships.userId} = ${userId}
  ))`;
}

/** Condition: the previous statement of the batch has changed rows. */
export const hasHappened = sql`changes() > 0`;
