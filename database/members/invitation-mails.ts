import { type SQL, sql } from "drizzle-orm";
import { DAY_MS } from "#domain/units/durations.ts";
import type { Database } from "../connect.ts";
import { type QueuedMail, queueMailWhere } from "../mails/mails.ts";
import { invitations } from "../schema/members.ts";
import { rateLimitAttempts } from "../schema/rate-limits.ts";
import { hasHappened } from "./member-guards.ts";

/** Maximum number of invitation e-mails per address and day, over all inviting users. */
export const MAX_INVITATION_MAILS = 5;

/** An invitation e-mail. `countedAs` is the masked address whose daily maximum counts it. */
export type InvitationMail = QueuedMail<"invitation"> & { countedAs: string };

/**
 * Returns the values of a repeated invitation: after a day its lifetime restarts and its e-mail is sent again.
 */
export function renewed(now: number) {
  const anew = sql`${invitations.createdAt} <= ${now - DAY_MS}`;
  return {
    createdAt: sql`case when ${anew} then excluded.created_at else ${invitations.createdAt} end`,
    expiresAt: sql`case when ${anew} then excluded.expires_at else ${invitations.expiresAt} end`,
  };
}

/**
 * Returns the statements that queue the e-mail of an invitation if the condition holds. An address over its daily
 * maximum receives none; the invitation itself stays valid, and no one is informed of the limit.
 */
export function queueInvitation(
  database: Database,
  condition: SQL,
  { countedAs, ...mail }: InvitationMail,
) {
  const { now } = mail;
  const sentToday = sql`(
    select count(*)
    from ${rateLimitAttempts}
    where ${rateLimitAttempts.subject} = ${countedAs} and ${rateLimitAttempts.at} > ${now - DAY_MS}
  )`;
  return [
    queueMailWhere(database, sql`${condition} and ${sentToday} < ${MAX_INVITATION_MAILS}`, mail),
    database
      .insert(rateLimitAttempts)
      .select(sql`select null, ${countedAs}, ${now} where ${hasHappened}`),
  ] as const;
}
