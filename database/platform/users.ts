import { and, asc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { SITE_ROLE } from "#domain/access/roles.ts";
import type { Database } from "../connect.ts";
import { hasHappened } from "../members/member-guards.ts";
import { sessions } from "../schema/auth.ts";
import { memberships } from "../schema/members.ts";
import { sites } from "../schema/sites.ts";
import { users } from "../schema/users.ts";
import { type Act, recordAct } from "./audit-log.ts";
import { boundedCount } from "./bounded-count.ts";

/** Columns by which operators search users. */
export const USER_SEARCHES = ["account", "name"] as const;
export type UserSearch = (typeof USER_SEARCHES)[number];

/** The last character of Unicode: a text that it ends is after every text with the same beginning. */
const LAST = "\u{10FFFF}";

const lowerName = sql<string>`lower(${users.name})`;

const listed = {
  id: users.id,
  account: users.account,
  name: users.name,
  type: users.type,
  rule: users.rule,
  demo: users.demo,
  createdAt: users.createdAt,
  activatedAt: users.activatedAt,
};

type UserQuery = {
  by: UserSearch;
  /** Beginning of the account or name; the name ignores the case of A to Z. */
  search: string;
  /** Id of the last user of the previous page; null begins with the first one. */
  after: number | null;
  limit: number;
};

/** Lists users by account or name, from an index alone. */
export async function listUsers(database: Database, { by, search, after, limit }: UserQuery) {
  const begin = sql`lower(${search})`;
  const column: SQL = by === "account" ? sql`${users.account}` : lowerName;
  const isFound =
    search === "" ? undefined : and(gte(column, begin), lt(column, sql`${begin} || ${LAST}`));
  const place = sql`(select ${by === "account" ? sql`last.account` : sql`lower(last.name)`}, last.id from ${users} last where last.id = ${after})`;
  const isAfter = after === null ? undefined : sql`(${column}, ${users.id}) > ${place}`;
  return database
    .select(listed)
    .from(users)
    .where(and(isFound, isAfter))
    .orderBy(asc(column), asc(users.id))
    .limit(limit);
}

/** Finds a user with the numbers of sites by role, up to `MAX_COUNTED` each, and the last sign-in that is kept. */
export async function findUser(database: Database, id: number, now: number) {
  const ofRole = (role: number) =>
    boundedCount(
      sql`
        select 1 from ${memberships}
        where ${memberships.userId} = ${id} and ${memberships.role} = ${role}
          and (${memberships.endsAt} is null or ${memberships.endsAt} > ${now})
      `,
    );
  return database
    .select({
      ...listed,
      language: users.language,
      hiddenSettings: users.hiddenSettings,
      owned: boundedCount(
        sql`select 1 from ${sites} where ${sites.creatorId} = ${id} and ${sites.deletedAt} is null`,
      ).as("owned"),
      administrator: ofRole(SITE_ROLE.administrator).as("administrator"),
      full: ofRole(SITE_ROLE.full).as("full"),
      monitor: ofRole(SITE_ROLE.monitor).as("monitor"),
      signedInAt: sql<number | null>`(
        select max(${sessions.createdAt}) from ${sessions} where ${sessions.userId} = ${id}
      )`.as("signed_in_at"),
    })
    .from(users)
    .where(eq(users.id, id))
    .get();
}

/** Sets the rule of a user. Returns false without any change if the user does not exist or has this rule. */
export async function setRule(
  database: Database,
  { id, rule }: { id: number; rule: number },
  acting: Pick<Act, "at" | "by">,
): Promise<boolean> {
  const which = and(eq(users.id, id), sql`${users.rule} is not ${rule}`);
  const details = { from: sql`${users.rule}`, to: rule };
  const [, changed] = await database.batch([
    recordAct(
      database,
      { ...acting, act: "user.ruleChanged", userId: id, details },
      sql`from ${users} where ${which}`,
    ),
    database.update(users).set({ rule }).where(and(which, hasHappened)).returning({ id: users.id }),
  ]);
  return changed.length === 1;
}
