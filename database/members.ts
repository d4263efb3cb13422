import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Database } from "./connect.ts";
import { ask, nameColumns, prepareQuestion, type RowOf } from "./question.ts";
import { memberships, modules, sites } from "./schema.ts";

const held = {
  siteId: sites.id,
  creatorId: sites.creatorId,
  role: memberships.role,
  endsAt: memberships.endsAt,
};
const ofUser = and(
  eq(memberships.siteId, sites.id),
  eq(memberships.userId, sql.placeholder("userId")),
  or(isNull(memberships.endsAt), gt(memberships.endsAt, sql.placeholder("now"))),
);
const isThere = isNull(sites.deletedAt);

const bySite = prepareQuestion<RowOf<typeof held>>(held, (database) =>
  database
    .select(nameColumns(held))
    .from(sites)
    .innerJoin(memberships, ofUser)
    .where(and(eq(sites.id, sql.placeholder("siteId")), isThere)),
);

const bySerial = prepareQuestion<RowOf<typeof held>>(held, (database) =>
  database
    .select(nameColumns(held))
    .from(modules)
    .innerJoin(sites, eq(sites.id, modules.siteId))
    .innerJoin(memberships, ofUser)
    .where(and(eq(modules.serial, sql.placeholder("serial")), isThere)),
);

/** Whose membership, as of when (ms UTC): one that has ended is none. */
type Who = { userId: number; now: number };

/** What a person holds at a site; undefined alike for a site that is not there and one that is not theirs. */
export async function findMembership(database: Database, siteId: number, who: Who) {
  return (await ask(database, bySite(database, { siteId, ...who })))[0];
}

/** The same, the site named by the serial number of its module. */
export async function findMembershipBySerial(database: Database, serial: string, who: Who) {
  return (await ask(database, bySerial(database, { serial, ...who })))[0];
}
