import { z } from "zod";
import { countMemberships, findSiteOfMembers } from "#database/members/members.ts";
import { can } from "#domain/access/can.ts";
import type { SitePermission } from "#domain/access/permissions.ts";
import { memberRole } from "#domain/access/role-schemas.ts";
import { endOfDay } from "#domain/members/end-of-day.ts";
import { MAX_MEMBERS } from "#domain/members/member-limits.ts";
import { Problem } from "#domain/problem.ts";
import type { AtSite } from "../access.ts";
import type { Context } from "../context.ts";

export const personId = z.int().min(1);

/** The role granted to a member. */
export const grantedRole = memberRole.describe("1 administrator, 2 full function, 3 monitor only");

/** Expiry of a membership: an instant, a day, or null for none. */
export const typedEnd = z
  .union([z.int().min(0).max(8.64e15), z.iso.date()], "wrongValue")
  .nullable()
  .describe(
    "Expiry in ms UTC, or the last day (YYYY-MM-DD) in the site's time zone; null for never",
  );
export type TypedEnd = z.output<typeof typedEnd>;

/**
 * Returns the expiry of a membership in ms UTC; null for none.
 * @throws Problem invalid if the expiry is in the past
 */
export function readEnd(
  { now }: Pick<Context, "now">,
  typed: TypedEnd,
  timeZone: string,
): number | null {
  const end = typeof typed === "string" ? endOfDay(typed, timeZone) : typed;
  if (end === null || end > now()) return end;
  throw new Problem("invalid", { fields: { endsAt: "endsInPast" } });
}

/** Returns the acting user and site in the form that database guards check again. */
export function actingAt({ now }: Pick<Context, "now">, { caller, site }: AtSite) {
  return { siteId: site.id, by: caller.person.id, now: now() };
}

/**
 * Returns the fields of a site that e-mails to its users contain.
 * @throws Problem notFound
 */
export async function readSiteOfMembers({ database }: Pick<Context, "database">, siteId: number) {
  const site = await findSiteOfMembers(database, siteId);
  if (site === undefined) throw new Problem("notFound");
  return site;
}

/** Determines why no membership was created: the site is full, or the given reason. */
export async function membershipConflict(
  { database }: Pick<Context, "database">,
  siteId: number,
  reason: ConstructorParameters<typeof Problem>[1] = {},
): Promise<Problem> {
  const isFull = (await countMemberships(database, siteId)) >= MAX_MEMBERS;
  return new Problem("conflict", isFull ? { message: "siteFull", limit: MAX_MEMBERS } : reason);
}

/**
 * Requires a permission at the site.
 * @throws Problem forbidden if only the owner has the permission and the caller is not the owner
 */
export function requirePermission({ site }: AtSite, permission: SitePermission): void {
  if (!can(site.actor, permission)) throw new Problem("forbidden", { message: "ownersRight" });
}
