import { and, eq, type SQL, sql } from "drizzle-orm";
import { endAccess } from "../auth/credentials.ts";
import type { Database } from "../connect.ts";
import { type QueuedMail, queueMailWhere } from "../mails/mails.ts";
import { links } from "../schema/auth.ts";
import { users } from "../schema/users.ts";

export type PasswordChange = {
  id: number;
  /** The stored hash, followed by its replacement. */
  from: string;
  to: string;
  /** Id of the session that stays. */
  session: string;
  now: number;
};

/**
 * Changes a password: all other sessions and tokens end, and links sent earlier become invalid. Returns false and
 * changes nothing if the stored hash is no longer `from`.
 */
export async function changePassword(
  database: Database,
  { id, from, to, session, now }: PasswordChange,
  mail: QueuedMail<"passwordChanged">,
): Promise<boolean> {
  const isChanged = and(eq(users.id, id), eq(users.passwordHash, to));
  // The hash is salted, so only this batch can have written it.
  const changed = sql`(select ${users.id} from ${users} where ${isChanged})` as SQL<number | null>;
  const [written] = await database.batch([
    database
      .update(users)
      .set({ passwordHash: to })
      .where(and(eq(users.id, id), eq(users.passwordHash, from)))
      .returning({ id: users.id }),
    ...endAccess(database, changed, now, session),
    database.delete(links).where(eq(links.userId, changed)),
    queueMailWhere(database, sql`${changed} is not null`, mail),
  ]);
  return written.length === 1;
}
