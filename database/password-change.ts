import { and, eq, type SQL, sql } from "drizzle-orm";
import { links } from "./account-schema.ts";
import type { Database } from "./connect.ts";
import { endAccess } from "./credentials.ts";
import { type QueuedMail, queueMailWhere } from "./mails.ts";
import { users } from "./schema.ts";

export type PasswordChange = {
  id: number;
  /** As it is stored, and as it is to be. */
  from: string;
  to: string;
  /** Id of the session that goes on. */
  session: string;
  now: number;
};

/**
 * Exchanges a password: all other sessions and tokens end, and links that were sent open nothing any more. False, and
 * nothing done, where it is not the stored one any more.
 */
export async function changePassword(
  database: Database,
  { id, from, to, session, now }: PasswordChange,
  mail: QueuedMail<"passwordChanged">,
): Promise<boolean> {
  const isChanged = and(eq(users.id, id), eq(users.passwordHash, to));
  // Salted: nobody has this one unless this very batch has written it.
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
