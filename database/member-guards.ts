import { type SQL, sql } from "drizzle-orm";
import { MAX_MEMBERS } from "#domain/members/member-limits.ts";
import { invitations } from "./member-schema.ts";
import { memberships, sites } from "./schema.ts";

/** Who changes a right, at which site and when (ms UTC). */
export type Acting = { siteId: number; by: number; now: number };
/** The same, read from the rows of a statement. */
type ActingRow = { siteId: SQL | number; by: SQL | number; now: number };

/** Whether a membership still counts. */
export function lasts(now: number): SQL {
  return sql`(${memberships.endsAt} is null or ${memberships.endsAt} > ${now})`;
}

/** Whether whoever acts owns the site at the time of the statement. */
export function isOwnedBy({ siteId, by }: ActingRow): SQL {
  return sql`exists (select 1 from ${sites} where ${sites.id} = ${siteId} and ${sites.creatorId} = ${by} and ${sites.deletedAt} is null)`;
}

/** Whether whoever acts is an administrator of the site at the time of the statement. */
export function isAdministeredBy({ siteId, by, now }: ActingRow): SQL {
  return sql`exists (select 1 from ${memberships} inner join ${sites} on ${sites.id} = ${memberships.siteId} where ${memberships.siteId} = ${siteId} and ${memberships.userId} = ${by} and ${memberships.role} = 1 and ${lasts(now)} and ${sites.deletedAt} is null)`;
}

/** Whether they may give or take a role at the time of the statement: what an administrator has is the owner's alone. */
export function mayGrant(acting: Acting, role: SQL | number): SQL {
  return sql`(${isOwnedBy(acting)} or (${role} <> 1 and ${isAdministeredBy(acting)}))`;
}

/** Whether they may offer what an invitation offers: dealers and owners are the owner's to invite. */
export function mayOffer(acting: ActingRow): SQL {
  const plain = sql`${invitations.invitedAs} = 'member' and ${invitations.role} <> 1`;
  return sql`(${isOwnedBy(acting)} or (${plain} and ${isAdministeredBy(acting)}))`;
}

/**
 * Whether an invitation can be taken up: there is time left for it and for what it offers, and whoever sent it may offer
 * that still. What somebody left behind who was removed since opens no door.
 */
export function isOpen(now: number): SQL {
  const sender = { siteId: sql`${invitations.siteId}`, by: sql`${invitations.invitedBy}`, now };
  const lasting = sql`(${invitations.endsAt} is null or ${invitations.endsAt} > ${now})`;
  return sql`(${invitations.expiresAt} > ${now} and ${lasting} and ${mayOffer(sender)})`;
}

/** Whether they may change what a member has: nobody the owner's, the owner alone an administrator's and the dealer's. */
export function mayChange(acting: Acting, userId: number): SQL {
  const theirs = (column: SQL) =>
    sql`exists (select 1 from ${sites} where ${sites.id} = ${acting.siteId} and ${column} = ${userId})`;
  const isOwner = theirs(sql`${sites.creatorId}`);
  const isDealer = theirs(sql`${sites.dealerId}`);
  return sql`(not ${isOwner} and (${isOwnedBy(acting)} or (${memberships.role} <> 1 and not ${isDealer} and ${isAdministeredBy(acting)})))`;
}

/** Whether a site takes one more member. */
export function hasRoom(siteId: number): SQL {
  return sql`((select count(*) from ${memberships} where ${memberships.siteId} = ${siteId}) < ${MAX_MEMBERS})`;
}

/** Whether it takes somebody, who may be one already. */
export function hasRoomFor(userId: number, siteId: number): SQL {
  return sql`(${hasRoom(siteId)} or exists (select 1 from ${memberships} where ${memberships.siteId} = ${siteId} and ${memberships.userId} = ${userId}))`;
}

/** Whether the statement just before in the batch has done anything. */
export const hasHappened = sql`changes() > 0`;
