import { aliasedTable, and, count, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { MembershipChangeKind } from "#domain/members/membership-change.ts";
import type { Database } from "./connect.ts";
import { isOpen } from "./member-guards.ts";
import { applications, invitations, membershipChanges } from "./member-schema.ts";
import { users } from "./schema.ts";

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
 * The statement that writes down a change of a right, in the batch that makes it.
 * @param source what its values are read from, and where it holds: `from … where …` or `where …`
 */
export function recordMembershipChange(database: Database, recorded: Recorded, source: SQL) {
  const { siteId, at, kind, by, person = null, email = null } = recorded;
  const { oldRole = 0, newRole = 0, oldEndsAt = null, newEndsAt = null } = recorded;
  return database
    .insert(membershipChanges)
    .select(
      sql`select null, ${siteId}, ${at}, ${kind}, ${by}, ${person}, ${email}, ${oldRole}, ${newRole}, ${oldEndsAt}, ${newEndsAt} ${source}`,
    );
}

const by = aliasedTable(users, "changer");
const person = aliasedTable(users, "changed");

/** What became of the rights at a site, the newest first, and how many changes there are. */
export async function listMembershipChanges(
  database: Database,
  siteId: number,
  { limit, offset }: { limit: number; offset: number },
) {
  const ofSite = eq(membershipChanges.siteId, siteId);
  // Not in one batch, where columns of the same name are taken for one.
  const [list, [counted]] = await Promise.all([
    database
      .select({
        change: membershipChanges,
        by: { id: by.id, name: by.name },
        person: { id: person.id, name: person.name },
      })
      .from(membershipChanges)
      .leftJoin(by, eq(by.id, membershipChanges.byId))
      .leftJoin(person, eq(person.id, membershipChanges.personId))
      .where(ofSite)
      .orderBy(desc(membershipChanges.at), desc(membershipChanges.id))
      .limit(limit)
      .offset(offset),
    database.select({ total: count() }).from(membershipChanges).where(ofSite),
  ]);
  return { list, total: counted?.total ?? 0 };
}

/** The statements that leave nothing of an address at sites: invitations of it end, and the history forgets it. */
export function eraseAddress(database: Database, email: string, isLeft: SQL) {
  return [
    database.delete(invitations).where(and(isLeft, eq(invitations.email, email))),
    database
      .update(membershipChanges)
      .set({ email: null })
      .where(and(isLeft, isNotNull(membershipChanges.email), eq(membershipChanges.email, email))),
  ] as const;
}

/** How many wait at a site to become members, as part of a statement. */
export function waitingAt(siteId: SQL | number, now: number): SQL {
  return sql`((select count(*) from ${invitations} where ${invitations.siteId} = ${siteId} and ${isOpen(now)}) + (select count(*) from ${applications} where ${applications.siteId} = ${siteId}))`;
}
