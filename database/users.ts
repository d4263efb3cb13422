import { eq } from "drizzle-orm";
import type { Database } from "./connect.ts";
import { users } from "./schema.ts";

/** The person of an account, with what a login needs. */
export async function findUserByAccount(database: Database, account: string) {
  return database.select().from(users).where(eq(users.account, account)).get();
}
