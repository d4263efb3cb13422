import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Language } from "#domain/languages.ts";
import type { Database } from "./connect.ts";
import { users } from "./schema.ts";

/** The person of an account, with what a login needs. */
export async function findUserByAccount(database: Database, account: string) {
  return database.select().from(users).where(eq(users.account, account)).get();
}

/** Stores the same password at another cost, unless it has been changed meanwhile. */
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

/** The statement that makes an account, not activated yet; nothing where there is one of that name. */
export function addUser(database: Database, user: NewUser) {
  return database.insert(users).values(user).onConflictDoNothing({ target: users.account });
}

/** The id of an account as this very statement's batch has made it; null where it was there before. */
export function addedUser({ account, passwordHash }: NewUser): SQL<number | null> {
  return sql`(select ${users.id} from ${users} where ${and(eq(users.account, account), eq(users.passwordHash, passwordHash))})`;
}

/**
 * Whom an e-mail for an account goes to, all null where there is nobody: one row in either case, which takes as long.
 * The demo account is nobody.
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

/** The first demo account, with what a session of it needs. */
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
