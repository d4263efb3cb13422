import {
  and,
  count,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Language } from "#domain/languages.ts";
import { MAIL_KEPT_MS } from "#domain/mails/attempts.ts";
import type { MailTemplate, MailValues } from "#domain/mails/templates.ts";
import { mails } from "./account-schema.ts";
import type { Database } from "./connect.ts";

export type QueuedMail<Template extends MailTemplate = MailTemplate> = {
  /** Names what caused it, once and for all: `activate:12`. The same cause makes no second e-mail. */
  cause: string;
  template: Template;
  values: MailValues<Template>;
  language: Language;
  recipient: string;
  /** As in the header, in its angle brackets; the same for every attempt. */
  messageId: string;
  now: number;
};

/** The statement that puts an e-mail on its way: it goes into the batch of what causes it. */
export function queueMail<Template extends MailTemplate>(
  database: Database,
  { now, values, ...mail }: QueuedMail<Template>,
) {
  return database
    .insert(mails)
    .values({ ...mail, values: JSON.stringify(values), createdAt: now, dueAt: now })
    .onConflictDoNothing();
}

/** The same, where the condition holds when the batch comes to it; else no e-mail and no row. */
export function queueMailWhere<Template extends MailTemplate>(
  database: Database,
  condition: SQL,
  { cause, template, language, recipient, values, messageId, now }: QueuedMail<Template>,
) {
  return database
    .insert(mails)
    .select(
      sql`select null, ${cause}, ${template}, ${language}, ${recipient}, ${JSON.stringify(values)}, ${messageId}, ${now}, 0, ${now}, null, null, null where ${condition}`,
    )
    .onConflictDoNothing();
}

/**
 * The same for several, each where the condition holds for it.
 * @param condition of one of them, by `recipientOfMail`
 */
export function queueMailsWhere<Template extends MailTemplate>(
  database: Database,
  condition: SQL,
  queued: readonly QueuedMail<Template>[],
) {
  const list = queued.map(({ values, ...mail }) => ({ ...mail, values: JSON.stringify(values) }));
  const of = (name: keyof QueuedMail) => sql.raw(`mail.value ->> '${name}'`);
  return database
    .insert(mails)
    .select(
      sql`select null, ${of("cause")}, ${of("template")}, ${of("language")}, ${recipientOfMail}, ${of("values")}, ${of("messageId")}, ${of("now")}, 0, ${of("now")}, null, null, null from json_each(${JSON.stringify(list)}) as mail where ${condition}`,
    )
    .onConflictDoNothing();
}

export const recipientOfMail = sql.raw("mail.value ->> 'recipient'");

/** An e-mail that a sender has taken. */
export type TakenMail = Pick<
  typeof mails.$inferSelect,
  "id" | "template" | "language" | "recipient" | "values" | "messageId" | "createdAt" | "attempts"
>;

const isOpen = and(isNull(mails.sentAt), isNull(mails.failedAt));
const isSettled = or(isNotNull(mails.sentAt), isNotNull(mails.failedAt));

const isDue = (now: number) =>
  and(lte(mails.dueAt, now), isOpen, or(isNull(mails.takenUntil), lte(mails.takenUntil, now)));

/**
 * Takes e-mails that are due for one sender, the longest waiting first, each kind in its turn: thousands of one kind,
 * that somebody may have caused on purpose, keep no other waiting. Nobody else gets them until then.
 */
export async function takeDueMails(
  database: Database,
  { now, until, limit }: { now: number; until: number; limit: number },
): Promise<TakenMail[]> {
  const place = sql`row_number() over (partition by ${mails.template} order by ${mails.dueAt}, ${mails.id})`;
  const due = database
    .select({ id: mails.id })
    .from(mails)
    .where(isDue(now))
    .orderBy(place, mails.dueAt, mails.id)
    .limit(limit);
  const taken = await database
    .update(mails)
    .set({ takenUntil: until, attempts: sql`${mails.attempts} + 1` })
    .where(inArray(mails.id, due))
    .returning();
  return taken.sort((one, other) => one.dueAt - other.dueAt || one.id - other.id);
}

export async function areMailsDue(database: Database, now: number): Promise<boolean> {
  const [first] = await database.select({ id: mails.id }).from(mails).where(isDue(now)).limit(1);
  return first !== undefined;
}

/**
 * What was sent since then to each of some addresses, of each kind.
 * @param recipients masked, as `settleMail` leaves them
 */
export async function countSentMails(
  database: Database,
  recipients: readonly string[],
  since: number,
): Promise<{ recipient: string; template: string; sent: number }[]> {
  return database
    .select({ recipient: mails.recipient, template: mails.template, sent: count() })
    .from(mails)
    .where(and(gt(mails.dueAt, since + MAIL_KEPT_MS), inArray(mails.recipient, [...recipients])))
    .groupBy(mails.recipient, mails.template);
}

/**
 * Records that an e-mail was sent or given up, and forgets whom it was for and what it said. From here on it is due to
 * be forgotten altogether, so that those which wait are all that a sender reads.
 * @param recipient masked; empty where it was not sent
 */
export async function settleMail(
  database: Database,
  id: number,
  { sent, recipient, now }: { sent: boolean; recipient: string; now: number },
): Promise<void> {
  await database
    .update(mails)
    .set({
      ...(sent ? { sentAt: now } : { failedAt: now }),
      recipient,
      values: "{}",
      takenUntil: null,
      dueAt: now + MAIL_KEPT_MS,
    })
    .where(sent ? eq(mails.id, id) : and(eq(mails.id, id), isOpen));
}

/** Gives e-mails back, for another time; not those that another sender has taken meanwhile. */
export async function postponeMails(
  database: Database,
  ids: readonly number[],
  { takenUntil, dueAt, untried }: { takenUntil: number; dueAt?: number; untried: boolean },
): Promise<void> {
  await database
    .update(mails)
    .set({
      takenUntil: null,
      ...(dueAt !== undefined && { dueAt }),
      ...(untried && { attempts: sql`${mails.attempts} - 1` }),
    })
    .where(and(inArray(mails.id, [...ids]), eq(mails.takenUntil, takenUntil), isOpen));
}

/** Forgets what was sent or given up long ago. */
export async function deleteSettledMails(database: Database, now: number): Promise<void> {
  await database.delete(mails).where(and(lte(mails.dueAt, now), isSettled));
}
