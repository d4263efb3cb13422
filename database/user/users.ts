import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Language } from "#domain/languages.ts";
import type { Database } from "../connect.ts";
import { users } from "../schema/users.ts";

/** Finds the user of an account with the fields a login needs. */
export async function findUserByAccount(database: Database, account: string) {
  return database.select().from(users).where(eq(users.account, account)).get();
}

/** Stores the same password with another cost, unless the hash has changed. */
export async function replacePasswordHash(
  database: Database,
  { id, from, to }: { id: number; from: string; to: string },
): Promise<void> {
  await database
    .update(users)
    .set({ passwordHash: to })
    .where(and(eq(users.id, id), eq(users.passwordHash, from)));
}

type NewUser = Omit<typeof users.$inferInsert, "id" | "activatedAt">;

/** Returns the statement that creates an account that is not activated yet; it does nothing if the account exists. */
export function addUser(database: Database, user: NewUser) {
  return database.insert(users).values(user).onConflictDoNothing({ target: users.account });
}

/** Query for the id of an account if the same batch created it; null if it existed before. */
export function addedUser({ account, passwordHash }: NewUser): SQL<number | null> {
  return sql`(
    select ${users.id} from ${users} where ${and(eq(users.account, account), eq(users.passwordHash, passwordHash))}
  )`;
}

/**
 * Finds the addressee of an account's e-mails. Returns one row in either case (all columns null if there is no
 * account), so that timing reveals nothing. The demo account counts as missing.
 */
export async function findAddressee(database: Database, account: string) {
  const [found] = await database
    .select({
      id: sql<number | null>`${users.id}`,
      name: sql<string | null>`${users.name}`,
      language: sql<Language | null>`coalesce(${users.mailLanguage}, ${users.language})`,
      activatedAt: sql<number | null>`${users.activatedAt}`,
    })
    .from(sql`(select 1)`)
    .leftJoin(users, and(eq(users.account, account), eq(users.demo, false)));
  return found ?? { id: null, name: null, language: null, activatedAt: null };
}

/** Finds the first demo account with the fields a session needs. */
export async function findDemoUser(database: Database) {
  const { id, passwordHash } = users;
  return database
    .select({ userId: id, passwordHash })
    .from(users)
    .where(eq(users.demo, true))
    .orderBy(id)
    .limit(1)
    .get();
}
