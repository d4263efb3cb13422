import { and, eq } from "drizzle-orm";
import type { Database } from "./connect.ts";
import { memberships, modules, sites } from "./schema.ts";

const held = { siteId: sites.id, creatorId: sites.creatorId, role: memberships.role };

/** What a person holds at a site; undefined alike for a site that is not there and one that is not theirs. */
export async function findMembership(database: Database, siteId: number, userId: number) {
  return database
    .select(held)
    .from(sites)
    .innerJoin(memberships, and(eq(memberships.siteId, sites.id), eq(memberships.userId, userId)))
    .where(eq(sites.id, siteId))
    .get();
}

/** The same, the site named by the serial number of its module. */
export async function findMembershipBySerial(database: Database, serial: string, userId: number) {
  return database
    .select(held)
    .from(modules)
    .innerJoin(sites, eq(sites.id, modules.siteId))
    .innerJoin(memberships, and(eq(memberships.siteId, sites.id), eq(memberships.userId, userId)))
    .where(eq(modules.serial, serial))
    .get();
}
