import { aliasedTable, and, count, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { SITE_ROLE } from "#domain/access/roles.ts";
import type { MembershipChangeKind } from "#domain/members/membership-change.ts";
import type { Database } from "../connect.ts";
import { applications, invitations, membershipChanges } from "../schema/members.ts";
import { users } from "../schema/users.ts";
import { isOpen } from "./member-guards.ts";

type Value = SQL | number | string | null;
type Recorded = {
  siteId: Value;
  at: number;
  kind: MembershipChangeKind;
  by: Value;
  person?: Value;
  email?: Value;
  oldRole?: Value;
  newRole?: Value;
  oldEndsAt?: Value;
  newEndsAt?: Value;
};

/**
 * Returns the statement that logs a change of access, for the batch that makes the change.
 * @param source SQL that the values are read from, and its condition: `from … where …` or `where …`
 */
export function recordMembershipChange(database: Database, recorded: Recorded, source: SQL) {
  const { siteId, at, kind, by, person = null, email = null } = recorded;
  const {
    oldRole = SITE_ROLE.none,
    newRole = SITE_ROLE.none,
    oldEndsAt = null,
    newEndsAt = null,
  } = recorded;
  return database.insert(membershipChanges).select(
    sql`
        select null, ${siteId}, ${at}, ${kind}, ${by}, ${person}, ${email}, ${oldRole}, ${newRole}, ${oldEndsAt},
          ${newEndsAt} ${source}
      `,
  );
}

const by = aliasedTable(users, "changer");
const person = aliasedTable(users, "changed");

/** Lists the log of a site's access changes, newest first, and their total. */
export async function listMembershipChanges(
  database: Database,
  siteId: number,
  { limit, offset }: { limit: number; offset: number },
) {
  const ofSite = eq(membershipChanges.siteId, siteId);
  // Not in one batch, where columns of the same name would be merged.
  const [list, [counted]] = await Promise.all([
    database
      .select({
        change: membershipChanges,
        by: { id: by.id, name: by.name },
        person: { id: person.id, name: person.name },
      })
      .from(membershipChanges)
      .leftJoin(by, eq(by.id, membershipChanges.byId))
      .leftJoin(person, eq(person.id, membershipChanges.userId))
      .where(ofSite)
      .orderBy(desc(membershipChanges.at), desc(membershipChanges.id))
      .limit(limit)
      .offset(offset),
    database.select({ total: count() }).from(membershipChanges).where(ofSite),
  ]);
  return { list, total: counted?.total ?? 0 };
}

/** Returns the statements that erase an address: its invitations are deleted and the log loses the address. */
export function eraseAddress(database: Database, email: string, isLeft: SQL) {
  return [
    database.delete(invitations).where(and(isLeft, eq(invitations.email, email))),
    database
      .update(membershipChanges)
      .set({ email: null })
      .where(and(isLeft, isNotNull(membershipChanges.email), eq(membershipChanges.email, email))),
  ] as const;
}

/** Subquery that counts the open invitations and applications of a site. */
export function waitingAt(siteId: SQL | number, now: number): SQL {
  return sql`(
    (
      select count(*) from ${invitations} where ${invitations.siteId} = ${siteId} and ${isOpen(now)}
    ) + (select count(*) from ${applications} where ${applications.siteId} = ${siteId})
  )`;
}
