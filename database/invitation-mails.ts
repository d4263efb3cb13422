import { type SQL, sql } from "drizzle-orm";
import { DAY_MS } from "#domain/units/durations.ts";
import type { Database } from "./connect.ts";
import { type QueuedMail, queueMailWhere } from "./mails.ts";
import { hasHappened } from "./member-guards.ts";
import { invitations, rateLimitAttempts } from "./member-schema.ts";

/** E-mails of invitations that one address gets within a day, whoever invites it to whatever. */
export const MAX_INVITATION_MAILS = 5;

/** @property countedAs its address, masked */
export type InvitationMail = QueuedMail<"invitation"> & { countedAs: string };

/** What an invitation that is there already becomes with another one: its time, and its e-mail, begin anew after a day. */
export function renewed(now: number) {
  const anew = sql`${invitations.createdAt} <= ${now - DAY_MS}`;
  return {
    createdAt: sql`case when ${anew} then excluded.created_at else ${invitations.createdAt} end`,
    expiresAt: sql`case when ${anew} then excluded.expires_at else ${invitations.expiresAt} end`,
  };
}

/**
 * The statements that tell of an invitation where the condition holds. An address that was sent enough today is told of
 * no more; the invitation waits for it all the same, and nobody learns of it.
 */
export function queueInvitation(
  database: Database,
  condition: SQL,
  { countedAs, ...mail }: InvitationMail,
) {
  const { now } = mail;
  const told = sql`(select count(*) from ${rateLimitAttempts} where ${rateLimitAttempts.subject} = ${countedAs} and ${rateLimitAttempts.at} > ${now - DAY_MS})`;
  return [
    queueMailWhere(database, sql`${condition} and ${told} < ${MAX_INVITATION_MAILS}`, mail),
    database
      .insert(rateLimitAttempts)
      .select(sql`select null, ${countedAs}, ${now} where ${hasHappened}`),
  ] as const;
}
