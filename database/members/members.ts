import { and, asc, count, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { nameColumns, prepareQuery, type RowOf, runQuery } from "../prepared-query.ts";
import { memberships } from "../schema/members.ts";
import { modules, sites } from "../schema/sites.ts";
import { users } from "../schema/users.ts";
import { lasts } from "./member-guards.ts";

const held = {
  siteId: sites.id,
  creatorId: sites.creatorId,
  timeZone: sites.timeZone,
  role: memberships.role,
  endsAt: memberships.endsAt,
};
const ofUser = and(
  eq(memberships.siteId, sites.id),
  eq(memberships.userId, sql.placeholder("userId")),
  or(isNull(memberships.endsAt), gt(memberships.endsAt, sql.placeholder("now"))),
);
const isThere = isNull(sites.deletedAt);

const bySite = prepareQuery<RowOf<typeof held>>(held, (database) =>
  database
    .select(nameColumns(held))
    .from(sites)
    .innerJoin(memberships, ofUser)
    .where(and(eq(sites.id, sql.placeholder("siteId")), isThere)),
);

const bySerial = prepareQuery<RowOf<typeof held>>(held, (database) =>
  database
    .select(nameColumns(held))
    .from(modules)
    .innerJoin(sites, eq(sites.id, modules.siteId))
    .innerJoin(memberships, ofUser)
    .where(and(eq(modules.serial, sql.placeholder("serial")), isThere)),
);

/** A user and an instant (ms UTC): expired memberships do not count. */
type Who = { userId: number; now: number };

/** Finds a user's membership; undefined both for a missing site and for one that the user has no access to. */
export async function findMembership(database: Database, siteId: number, who: Who) {
  return (await runQuery(database, bySite(database, { siteId, ...who })))[0];
}

/** Finds a user's membership of the site whose module has this serial number. */
export async function findMembershipBySerial(database: Database, serial: string, who: Who) {
  return (await runQuery(database, bySerial(database, { serial, ...who })))[0];
}

const listed = {
  userId: users.id,
  name: users.name,
  account: users.account,
  header: users.header,
  type: users.type,
  role: memberships.role,
  endsAt: memberships.endsAt,
  receivesAlarms: memberships.receivesAlarms,
  createdAt: memberships.createdAt,
  isOwner: sql<number>`(${sites.creatorId} = ${users.id})`,
  isDealer: sql<number>`(${sites.dealerId} is ${users.id})`,
};

/** Lists one page of a site's members (owner first, then by role and name) and their total. */
export async function listMembers(
  database: Database,
  siteId: number,
  { now, limit, offset }: { now: number; limit: number; offset: number },
) {
  const ofSite = and(eq(memberships.siteId, siteId), lasts(now));
  const [list, [counted]] = await database.batch([
    database
      .select(listed)
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .innerJoin(sites, eq(sites.id, memberships.siteId))
      .where(ofSite)
      .orderBy(
        sql`${listed.isOwner} desc`,
        asc(memberships.role),
        sql`${users.name} collate nocase`,
        asc(users.id),
      )
      .limit(limit)
      .offset(offset),
    database.select({ total: count() }).from(memberships).where(ofSite),
  ]);
  return { list, total: counted?.total ?? 0 };
}

/** Finds a member with the fields an e-mail to them needs. */
export async function findMember(
  database: Database,
  siteId: number,
  { userId, now }: { userId: number; now: number },
) {
  return database
    .select({
      ...listed,
      email: users.email,
      language: users.language,
      mailLanguage: users.mailLanguage,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(sites, eq(sites.id, memberships.siteId))
    .where(and(eq(memberships.siteId, siteId), eq(memberships.userId, userId), lasts(now)))
    .get();
}

/** Counts a site's memberships, including expired ones that are not deleted yet. */
export async function countMemberships(database: Database, siteId: number): Promise<number> {
  return database.$count(memberships, eq(memberships.siteId, siteId));
}

/** Finds a site with its owner and the fields that its e-mails and expiry dates need. */
export async function findSiteOfMembers(database: Database, siteId: number) {
  return database
    .select({
      name: sites.name,
      timeZone: sites.timeZone,
      ownerId: users.id,
      ownerName: users.name,
      ownerEmail: users.email,
      language: users.language,
      mailLanguage: users.mailLanguage,
    })
    .from(sites)
    .innerJoin(users, eq(users.id, sites.creatorId))
    .where(eq(sites.id, siteId))
    .get();
}
