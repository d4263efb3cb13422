import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { USER_TYPE } from "#domain/access/roles.ts";
import type { Database } from "../connect.ts";
import { sites } from "../schema/sites.ts";
import { users } from "../schema/users.ts";

/** Maximum number of platform administrators who are notified. */
const MAX_ADMINISTRATORS = 20;

const recipient = {
  id: users.id,
  name: users.name,
  email: users.email,
  language: users.language,
  mailLanguage: users.mailLanguage,
  // In a batch D1 returns rows by column name, and two columns are called "name".
  site: sql<string>`${sites.name}`.as("site_name"),
  isOwner: sql<number>`(${sites.creatorId} = ${users.id})`.mapWith(Boolean).as("is_owner"),
};

/**
 * Finds the recipients of a notice that a site's logger exceeded a budget: the owner and the platform administrators,
 * each once.
 */
export async function findLimitRecipients(database: Database, siteId: number) {
  const isThere = and(eq(sites.id, siteId), isNull(sites.deletedAt));
  const [owners, administrators] = await database.batch([
    database
      .select(recipient)
      .from(sites)
      .innerJoin(users, eq(users.id, sites.creatorId))
      .where(and(isThere, eq(users.demo, false))),
    database
      .select(recipient)
      .from(users)
      .innerJoin(sites, isThere)
      .where(
        and(
          eq(users.type, USER_TYPE.platformAdministrator),
          isNotNull(users.activatedAt),
          eq(users.demo, false),
          sql`${users.id} <> ${sites.creatorId}`,
        ),
      )
      .orderBy(users.id)
      .limit(MAX_ADMINISTRATORS),
  ]);
  return [...owners, ...administrators];
}
