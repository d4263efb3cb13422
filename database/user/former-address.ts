import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { MailTemplate } from "#domain/mails/templates.ts";
import type { Database } from "../connect.ts";
import { eraseAddress } from "../members/membership-changes.ts";
import { mails, subscribers } from "../schema/mails.ts";
import { groupUsers } from "../schema/users.ts";

/**
 * Returns the statements that erase an address a user has left; a later account deletion only knows the current one.
 * News go to the new address; contacts of other users lose the old address and do not learn the new one. Codes and
 * links still queued for the old address are dropped, but notices about a changed password or address are still
 * delivered.
 * @param isLeft condition: this batch has changed the address
 */
export function leaveAddress(
  database: Database,
  { from, to }: { from: string; to: string },
  isLeft: SQL,
) {
  const isSubscribed = and(eq(subscribers.email, from), isNotNull(subscribers.confirmedAt));
  const isWaiting = and(isNull(mails.sentAt), isNull(mails.failedAt));
  const toOld = and(isLeft, isWaiting, eq(mails.recipient, from));
  const notice: MailTemplate = "passwordChanged";
  return [
    database
      .insert(subscribers)
      .select(
        sql`
          select ${to}, ${subscribers.name}, ${subscribers.createdAt}, ${subscribers.confirmedAt}
          from ${subscribers}
          where ${and(isLeft, isSubscribed)}
        `,
      )
      .onConflictDoUpdate({
        target: subscribers.email,
        set: { confirmedAt: sql`coalesce(${subscribers.confirmedAt}, excluded.confirmed_at)` },
      }),
    database.delete(subscribers).where(and(isLeft, eq(subscribers.email, from))),
    database.delete(groupUsers).where(and(isLeft, eq(groupUsers.email, from))),
    database
      .update(mails)
      .set({ recipient: to })
      .where(and(toOld, eq(mails.template, notice))),
    database.delete(mails).where(toOld),
    database
      .update(mails)
      .set({ values: sql`json_set(${mails.values}, '$.email', ${to})` })
      .where(and(isLeft, isWaiting, sql`json_extract(${mails.values}, '$.email') = ${from}`)),
    // The inviter of the old address does not learn the new one.
    ...eraseAddress(database, from, isLeft),
  ] as const;
}
