import { and, eq, sql } from "drizzle-orm";
import type { Database } from "./connect.ts";
import { ask, nameColumns, prepareQuestion, type RowOf } from "./question.ts";
import { memberships, modules, sites } from "./schema.ts";

const held = { siteId: sites.id, creatorId: sites.creatorId, role: memberships.role };
const ofUser = and(
  eq(memberships.siteId, sites.id),
  eq(memberships.userId, sql.placeholder("userId")),
);

const bySite = prepareQuestion<RowOf<typeof held>>(held, (database) =>
  database
    .select(nameColumns(held))
    .from(sites)
    .innerJoin(memberships, ofUser)
    .where(eq(sites.id, sql.placeholder("siteId"))),
);

const bySerial = prepareQuestion<RowOf<typeof held>>(held, (database) =>
  database
    .select(nameColumns(held))
    .from(modules)
    .innerJoin(sites, eq(sites.id, modules.siteId))
    .innerJoin(memberships, ofUser)
    .where(eq(modules.serial, sql.placeholder("serial"))),
);

/** What a person holds at a site; undefined alike for a site that is not there and one that is not theirs. */
export async function findMembership(database: Database, siteId: number, userId: number) {
  return (await ask(database, bySite(database, { siteId, userId })))[0];
}

/** The same, the site named by the serial number of its module. */
export async function findMembershipBySerial(database: Database, serial: string, userId: number) {
  return (await ask(database, bySerial(database, { serial, userId })))[0];
}
