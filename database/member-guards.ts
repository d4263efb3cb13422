import { type SQL, sql } from "drizzle-orm";
import { memberships, sites } from "./schema.ts";

/** Who changes a right, at which site and when (ms UTC). */
export type Acting = { siteId: number; by: number; now: number };

/** Whether a membership still counts. */
export function lasts(now: number): SQL {
  return sql`(${memberships.endsAt} is null or ${memberships.endsAt} > ${now})`;
}

/** Whether whoever acts owns the site at the time of the statement. */
export function isOwnedBy({ siteId, by }: Acting): SQL {
  return sql`exists (select 1 from ${sites} where ${sites.id} = ${siteId} and ${sites.creatorId} = ${by} and ${sites.deletedAt} is null)`;
}

/** Whether whoever acts is an administrator of the site at the time of the statement. */
export function isAdministeredBy({ siteId, by, now }: Acting): SQL {
  return sql`exists (select 1 from ${memberships} inner join ${sites} on ${sites.id} = ${memberships.siteId} where ${memberships.siteId} = ${siteId} and ${memberships.userId} = ${by} and ${memberships.role} = 1 and ${lasts(now)} and ${sites.deletedAt} is null)`;
}

/** Whether they may give or take a role at the time of the statement: what an administrator has is the owner's alone. */
export function mayGrant(acting: Acting, role: SQL | number): SQL {
  return sql`(${isOwnedBy(acting)} or (${role} <> 1 and ${isAdministeredBy(acting)}))`;
}

/** Whether they may change what a member has: nobody the owner's, the owner alone an administrator's and the dealer's. */
export function mayChange(acting: Acting, userId: number): SQL {
  const theirs = (column: SQL) =>
    sql`exists (select 1 from ${sites} where ${sites.id} = ${acting.siteId} and ${column} = ${userId})`;
  const isOwner = theirs(sql`${sites.creatorId}`);
  const isDealer = theirs(sql`${sites.dealerId}`);
  return sql`(not ${isOwner} and (${isOwnedBy(acting)} or (${memberships.role} <> 1 and not ${isDealer} and ${isAdministeredBy(acting)})))`;
}

/** Whether the statement just before in the batch has done anything. */
export const hasHappened = sql`changes() > 0`;
