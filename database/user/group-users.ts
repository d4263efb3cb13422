import { and, desc, eq, sql } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { groupUsers } from "../schema/users.ts";

/** Lists a user's contacts, newest first. */
export async function listGroupUsers(database: Database, ownerId: number) {
  return database
    .select({ id: groupUsers.id, email: groupUsers.email, createTime: groupUsers.createdAt })
    .from(groupUsers)
    .where(eq(groupUsers.ownerId, ownerId))
    .orderBy(desc(groupUsers.id));
}

/** Adds an address; an existing one stays as it is. Returns false if the list is full. */
export async function addGroupUser(
  database: Database,
  { ownerId, email, now, most }: { ownerId: number; email: string; now: number; most: number },
): Promise<boolean> {
  const own = sql`select 1 from ${groupUsers} where ${groupUsers.ownerId} = ${ownerId}`;
  const [, there] = await database.batch([
    database
      .insert(groupUsers)
      .select(
        sql`select null, ${ownerId}, ${email}, ${now} where (select count(*) from (${own})) < ${most}`,
      )
      .onConflictDoNothing(),
    database
      .select({ id: groupUsers.id })
      .from(groupUsers)
      .where(and(eq(groupUsers.ownerId, ownerId), eq(groupUsers.email, email))),
  ]);
  return there.length === 1;
}

/** Removes a contact by id or by address; does nothing if there is none. */
export async function removeGroupUser(
  database: Database,
  ownerId: number,
  which: { id: number } | { email: string },
) {
  const named = "id" in which ? eq(groupUsers.id, which.id) : eq(groupUsers.email, which.email);
  await database.delete(groupUsers).where(and(eq(groupUsers.ownerId, ownerId), named));
}
