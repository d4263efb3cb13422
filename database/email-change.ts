import { and, eq, ne, or, type SQL, sql } from "drizzle-orm";
import { links } from "./account-schema.ts";
import { isRightCode, type NewCode, peekCode, spendCode } from "./codes.ts";
import type { Database } from "./connect.ts";
import { leaveAddress } from "./former-address.ts";
import { type QueuedMail, queueMailWhere } from "./mails.ts";
import { users } from "./schema.ts";

export type EmailChange = {
  id: number;
  from: string;
  to: string;
  /** The code that went to the address so far, and the one that went to the new one. */
  oldCode: NewCode;
  newCode: NewCode;
};

/**
 * Gives a person another address to sign in with, where both codes are right and nobody else has it: all or nothing.
 * A wrong code takes one of its tries, a right one beside it stays good. Links that were sent to the old address open
 * nothing any more, and nothing keeps that address.
 */
export async function changeEmail(
  database: Database,
  { id, from, to, oldCode, newCode }: EmailChange,
  mail: QueuedMail<"emailChanged">,
): Promise<{ oldRight: boolean; changed: boolean }> {
  const taken = and(ne(users.id, id), or(eq(users.account, to), eq(users.email, to)));
  const isFree = sql`not exists (select 1 from ${users} where ${taken})`;
  const own = and(eq(users.id, id), eq(users.email, to));
  const isChanged = sql`exists (select 1 from ${users} where ${own})`;
  const isLeft = sql`(${isChanged} and ${isRightCode(oldCode)} and ${isRightCode(newCode)})`;
  const owner = sql`(select ${users.id} from ${users} where ${own})` as SQL<number | null>;
  const [[oldLook], , changed] = await database.batch([
    peekCode(database, oldCode),
    peekCode(database, newCode),
    database
      .update(users)
      .set({ email: to, account: to })
      .where(
        and(
          eq(users.id, id),
          eq(users.email, from),
          isRightCode(oldCode),
          isRightCode(newCode),
          isFree,
        ),
      )
      .returning({ id: users.id }),
    database.delete(links).where(eq(links.userId, owner)),
    ...leaveAddress(database, { from, to }, isLeft),
    queueMailWhere(database, isLeft, mail),
    // Last: whoever comes second with the same codes has changed nothing.
    spendCode(database, oldCode, isChanged),
    spendCode(database, newCode, isChanged),
  ]);
  return { oldRight: oldLook?.right === 1, changed: changed.length === 1 };
}
