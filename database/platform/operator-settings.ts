import { and, eq, isNull, lte, or, sql } from "drizzle-orm";
import { USER_TYPE } from "#domain/access/roles.ts";
import { HOUR_MS } from "#domain/units/durations.ts";
import type { Database } from "../connect.ts";
import { type QueuedMail, queueMailWhere } from "../mails/mails.ts";
import { feedback } from "../schema/feedback.ts";
import { operatorSettings } from "../schema/platform.ts";
import { users } from "../schema/users.ts";

/** Messages up to which an e-mail counts. */
const MAX_ANNOUNCED = 1_000;

const newest = sql`(select coalesce(max(${feedback.id}), 0) from ${feedback})`;

/** Whether an operator receives e-mails about new feedback. */
export async function hasFeedbackMails(database: Database, userId: number): Promise<boolean> {
  const found = await database
    .select({ on: operatorSettings.feedbackMails })
    .from(operatorSettings)
    .where(eq(operatorSettings.userId, userId))
    .get();
  return found?.on ?? false;
}

/** Turns e-mails about new feedback on or off; messages that are there already are not announced. */
export async function setFeedbackMails(
  database: Database,
  userId: number,
  on: boolean,
): Promise<void> {
  await database
    .insert(operatorSettings)
    .values({ userId, feedbackMails: on, announcedFeedback: newest })
    .onConflictDoUpdate({
      target: operatorSettings.userId,
      set: { feedbackMails: on, announcedFeedback: newest },
    });
}

/** Lists the operators to whom new messages have to be announced, with their number up to 1,000. */
export async function listFeedbackRecipients(database: Database, now: number, limit: number) {
  const fresh = sql<number>`(
    select count(*) from (
      select 1 from ${feedback}
      where ${feedback.id} > ${operatorSettings.announcedFeedback}
      limit ${MAX_ANNOUNCED}
    )
  )`;
  return database
    .select({
      userId: users.id,
      name: users.name,
      email: users.email,
      language: users.language,
      mailLanguage: users.mailLanguage,
      count: fresh.as("fresh"),
      newest: sql<number>`${newest}`.as("newest"),
    })
    .from(operatorSettings)
    .innerJoin(users, eq(users.id, operatorSettings.userId))
    .where(
      and(
        eq(operatorSettings.feedbackMails, true),
        eq(users.type, USER_TYPE.platformAdministrator),
        or(isNull(operatorSettings.mailedAt), lte(operatorSettings.mailedAt, now - HOUR_MS)),
        sql`${newest} > ${operatorSettings.announcedFeedback}`,
      ),
    )
    .limit(limit);
}

/** Queues an e-mail about new messages, and records up to which message it goes. */
export async function announceFeedback(
  database: Database,
  { userId, newest: number, now }: { userId: number; newest: number; now: number },
  mail: QueuedMail<"feedbackNotice">,
): Promise<void> {
  await database.batch([
    database
      .update(operatorSettings)
      .set({ announcedFeedback: number, mailedAt: now })
      .where(
        and(
          eq(operatorSettings.userId, userId),
          eq(operatorSettings.feedbackMails, true),
          sql`${operatorSettings.announcedFeedback} < ${number}`,
        ),
      ),
    queueMailWhere(database, sql`changes() > 0`, mail),
  ]);
}
