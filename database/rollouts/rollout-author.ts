import { eq } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { users } from "../schema/users.ts";

/** Finds what a rollout needs to know of its author. */
export async function findRolloutAuthor(database: Database, id: number) {
  const [user] = await database
    .select({
      id: users.id,
      name: users.name,
      demo: users.demo,
      rightsVersion: users.accessVersion,
    })
    .from(users)
    .where(eq(users.id, id));
  return user;
}
