import { and, eq, ne, or, type SQL, sql } from "drizzle-orm";
import { isRightCode, type NewCode, peekCode, spendCode } from "../auth/codes.ts";
import type { Database } from "../connect.ts";
import { type QueuedMail, queueMailWhere } from "../mails/mails.ts";
import { links } from "../schema/auth.ts";
import { users } from "../schema/users.ts";
import { leaveAddress } from "./former-address.ts";

export type EmailChange = {
  id: number;
  from: string;
  to: string;
  /** The code sent to the current address, followed by the code sent to the new one. */
  oldCode: NewCode;
  newCode: NewCode;
};

/**
 * Changes a user's e-mail address, in one transaction, if both codes are correct and no other user has the address. A
 * wrong code increments its attempt counter; a correct code beside it stays valid. Links sent to the old address become
 * invalid, and the old address is erased.
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
    // Consumed last: a concurrent batch with the same codes has changed nothing.
    spendCode(database, oldCode, isChanged),
    spendCode(database, newCode, isChanged),
  ]);
  return { oldRight: oldLook?.right === 1, changed: changed.length === 1 };
}
