import { type SQL, sql } from "drizzle-orm";
import { MAX_MEMBERS } from "#domain/members/member-limits.ts";
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

/** Condition: the acting user owns the site. */
export function isOwnedBy({ siteId, by }: ActingRow): SQL {
  return sql`exists (select 1 from ${sites} where ${sites.id} = ${siteId} and ${sites.creatorId} = ${by} and ${sites.deletedAt} is null)`;
}

/** Condition: the acting user is an administrator of the site. */
export function isAdministeredBy({ siteId, by, now }: ActingRow): SQL {
  return sql`exists (select 1 from ${memberships} inner join ${sites} on ${sites.id} = ${memberships.siteId} where ${memberships.siteId} = ${siteId} and ${memberships.userId} = ${by} and ${memberships.role} = 1 and ${lasts(now)} and ${sites.deletedAt} is null)`;
}

/** Condition: the acting user may grant or revoke a role; only the owner may do so for administrators. */
export function mayGrant(acting: Acting, role: SQL | number): SQL {
  return sql`(${isOwnedBy(acting)} or (${role} <> 1 and ${isAdministeredBy(acting)}))`;
}

/**
 * Condition: the acting user may offer what the invitation offers; only the owner may invite dealers and future owners.
 */
export function mayOffer(acting: ActingRow): SQL {
  const plain = sql`${invitations.invitedAs} = 'member' and ${invitations.role} <> 1`;
  return sql`(${isOwnedBy(acting)} or (${plain} and ${isAdministeredBy(acting)}))`;
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

/**
 * Condition: the acting user may change a member. No one can change the owner, and only the owner can change
 * administrators and the dealer.
 */
export function mayChange(acting: Acting, userId: number): SQL {
  const theirs = (column: SQL) =>
    sql`exists (select 1 from ${sites} where ${sites.id} = ${acting.siteId} and ${column} = ${userId})`;
  const isOwner = theirs(sql`${sites.creatorId}`);
  const isDealer = theirs(sql`${sites.dealerId}`);
  return sql`(not ${isOwner} and (${isOwnedBy(acting)} or (${memberships.role} <> 1 and not ${isDealer} and ${isAdministeredBy(acting)})))`;
}

/** Condition: a site has room for one more member. */
export function hasRoom(siteId: number): SQL {
  return sql`((select count(*) from ${memberships} where ${memberships.siteId} = ${siteId}) < ${MAX_MEMBERS})`;
}

/** Condition: a site has room for a user, who may already be a member. */
export function hasRoomFor(userId: number, siteId: number): SQL {
  return sql`(${hasRoom(siteId)} or exists (select 1 from ${memberships} where ${memberships.siteId} = ${siteId} and ${memberships.userId} = ${userId}))`;
}

/** Condition: the previous statement of the batch has changed rows. */
export const hasHappened = sql`changes() > 0`;
