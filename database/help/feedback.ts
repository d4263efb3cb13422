import { and, count, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { FeedbackState } from "#domain/feedback/states.ts";
import type { Language } from "#domain/languages.ts";
import type { Database } from "../connect.ts";
import { type QueuedMail, queueMailWhere } from "../mails/mails.ts";
import { type Act, recordAct } from "../platform/audit-log.ts";
import { feedback, feedbackReplies } from "../schema/feedback.ts";
import { files } from "../schema/files.ts";
import { users } from "../schema/users.ts";

export type NewFeedback = {
  userId: number;
  name: string;
  email: string;
  message: string;
  /** Keys of uploaded pictures. */
  photos: string[];
  language: Language;
  /** ms UTC. */
  now: number;
};

/**
 * Stores a message and attaches its photos in one batch.
 * @returns the id; null without any change if a photo was missing, not the user's, or in use elsewhere
 */
export async function addFeedback(
  database: Database,
  { userId, photos, message, name, email, language, now }: NewFeedback,
): Promise<number | null> {
  const ofMessage = and(
    eq(files.ownerId, userId),
    eq(files.kind, "picture"),
    isNull(files.attachedAt),
    inArray(files.key, photos),
  );
  const found = sql`(select count(*) from ${files} where ${ofMessage})`;
  const isFree = photos.length === 0 ? sql`1` : sql`${found} = ${new Set(photos).size}`;
  const state: FeedbackState = "open";
  const add = database
    .insert(feedback)
    .select(
      sql`
        select null, ${users.id}, ${name}, ${email}, ${message}, ${JSON.stringify(photos)}, ${language}, ${state}, ${now}
        from ${users} where ${users.id} = ${userId} and ${isFree}
      `,
    )
    .returning({ id: feedback.id });
  if (photos.length === 0) return (await add)[0]?.id ?? null;
  const isStored = sql`exists (
    select 1 from ${feedback}
    where ${feedback.userId} = ${userId} and ${feedback.createdAt} = ${now} and ${feedback.photos} = ${JSON.stringify(photos)}
  )`;
  const [added] = await database.batch([
    add,
    database
      .update(files)
      .set({ kind: "feedback", attachedAt: now })
      .where(and(ofMessage, isStored)),
  ]);
  return added[0]?.id ?? null;
}

const columns = {
  id: feedback.id,
  name: feedback.name,
  email: feedback.email,
  message: feedback.message,
  photos: feedback.photos,
  language: feedback.language,
  state: feedback.state,
  createdAt: feedback.createdAt,
};

/** Lists the messages in a state, newest first, with the number of messages in each state. */
export async function listFeedback(
  database: Database,
  state: FeedbackState,
  { limit, offset }: { limit: number; offset: number },
) {
  const [list, counted] = await database.batch([
    database
      .select(columns)
      .from(feedback)
      .where(eq(feedback.state, state))
      .orderBy(desc(feedback.createdAt), desc(feedback.id))
      .limit(limit)
      .offset(offset),
    database
      .select({ state: feedback.state, count: count() })
      .from(feedback)
      .groupBy(feedback.state),
  ]);
  const counts: Record<FeedbackState, number> = { open: 0, answered: 0, closed: 0 };
  for (const one of counted) counts[one.state] = one.count;
  return { list, counts };
}

/** Finds a message with its replies, the oldest first. */
export async function findFeedback(database: Database, id: number) {
  const [[found], replies] = await database.batch([
    database.select(columns).from(feedback).where(eq(feedback.id, id)),
    database
      .select({
        number: feedbackReplies.number,
        text: feedbackReplies.text,
        createdAt: feedbackReplies.createdAt,
        by: users.name,
      })
      .from(feedbackReplies)
      .leftJoin(users, eq(users.id, feedbackReplies.createdBy))
      .where(eq(feedbackReplies.feedbackId, id))
      .orderBy(feedbackReplies.number),
  ]);
  return found && { ...found, replies };
}

/** Changes the state of a message. Returns false if it does not exist. */
export async function changeFeedbackState(
  database: Database,
  id: number,
  state: FeedbackState,
  acting: Pick<Act, "at" | "by">,
): Promise<boolean> {
  const [changed] = await database.batch([
    database
      .update(feedback)
      .set({ state })
      .where(eq(feedback.id, id))
      .returning({ id: feedback.id }),
    recordAct(
      database,
      { ...acting, act: "feedback.stateChanged", details: { feedback: id, state } },
      sql`where changes() > 0`,
    ),
  ]);
  return changed.length === 1;
}

export type NewReply = {
  feedbackId: number;
  /** The number after that of the last reply that the author has seen. */
  number: number;
  text: string;
  by: number;
  now: number;
};

/**
 * Stores a reply, queues its e-mail and marks the message as answered, in one batch.
 * @returns false without any change if the message is gone or has another number of replies
 */
export async function addFeedbackReply(
  database: Database,
  { feedbackId, number, text, by, now }: NewReply,
  mail: QueuedMail<"feedbackReply">,
): Promise<boolean> {
  const ofMessage = eq(feedbackReplies.feedbackId, feedbackId);
  const isAdded = sql`exists (
    select 1 from ${feedbackReplies}
    where ${ofMessage} and ${feedbackReplies.number} = ${number}
      and ${feedbackReplies.createdAt} = ${now} and ${feedbackReplies.createdBy} = ${by}
  )`;
  const [added] = await database.batch([
    database
      .insert(feedbackReplies)
      .select(
        sql`
          select ${feedback.id}, ${number}, ${text}, ${now}, ${by}
          from ${feedback}
          where ${feedback.id} = ${feedbackId}
            and (select count(*) from ${feedbackReplies} where ${ofMessage}) = ${number - 1}
        `,
      )
      .returning({ number: feedbackReplies.number }),
    queueMailWhere(database, isAdded, mail),
    database
      .update(feedback)
      .set({ state: "answered" })
      .where(and(eq(feedback.id, feedbackId), isAdded)),
    recordAct(
      database,
      { at: now, by, act: "feedback.replied", details: { feedback: feedbackId } },
      sql`where changes() > 0`,
    ),
  ]);
  return added.length === 1;
}
