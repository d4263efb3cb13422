import { eq } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { users } from "../schema/users.ts";

/** Finds the user whom a link in an alarm e-mail names. */
export async function findLinkUser(database: Database, userId: number) {
  return database
    .select({ name: users.name, demo: users.demo })
    .from(users)
    .where(eq(users.id, userId))
    .get();
}

/** Sets whether a user receives alarm e-mails. Returns false if there is no such user. */
export async function setAlarmMails(
  database: Database,
  userId: number,
  alarmMails: boolean,
): Promise<boolean> {
  const changed = await database
    .update(users)
    .set({ alarmMails })
    .where(eq(users.id, userId))
    .returning({ id: users.id });
  return changed.length === 1;
}
