import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { MailTemplate } from "#domain/mails/templates.ts";
import { groupUsers, mails, subscribers } from "./account-schema.ts";
import type { Database } from "./connect.ts";
import { eraseAddress } from "./membership-changes.ts";

/**
 * The statements that leave nothing of an address that somebody has left, since a deletion later knows only the one that
 * they have then. News they get at the new one; the groups of others lose the old one and are not told the new one.
 * Codes and links on their way to the old one are worth nothing, but that a password was changed must not get lost, nor
 * that an address was left, which the one before the last may be about to hear.
 * @param isLeft whether this batch has changed it
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
        sql`select ${to}, ${subscribers.name}, ${subscribers.createdAt}, ${subscribers.confirmedAt} from ${subscribers} where ${and(isLeft, isSubscribed)}`,
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
    // Whoever invited the old address is not told the new one.
    ...eraseAddress(database, from, isLeft),
  ] as const;
}
