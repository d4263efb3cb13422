import {
  and,
  count,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Language } from "#domain/languages.ts";
import {
  ALARM_TEMPLATES,
  MAIL_KEPT_MS,
  type MailBudget,
  URGENT_TEMPLATES,
} from "#domain/mails/attempts.ts";
import type { MailTemplate, MailValues } from "#domain/mails/templates.ts";
import type { Database } from "../connect.ts";
import { mailFailures, mails } from "../schema/mails.ts";
import { accessOfMail } from "./mail-access.ts";

export type QueuedMail<Template extends MailTemplate = MailTemplate> = {
  /** Identifies the cause permanently, as in `activate:12`. A second e-mail with the same cause is not queued. */
  cause: string;
  template: Template;
  values: MailValues<Template>;
  language: Language;
  recipient: string;
  /** The value of the header with its angle brackets, equal for every attempt. */
  messageId: string;
  now: number;
};

/** Returns the statement that queues an e-mail, for the batch of the change that causes it. */
export function queueMail<Template extends MailTemplate>(
  database: Database,
  { now, values, ...mail }: QueuedMail<Template>,
) {
  return database
    .insert(mails)
    .values({ ...mail, values: JSON.stringify(values), createdAt: now, dueAt: now })
    .onConflictDoNothing();
}

/** Returns the statement that queues an e-mail if the condition holds at its position in the batch. */
export function queueMailWhere<Template extends MailTemplate>(
  database: Database,
  condition: SQL,
  { cause, template, language, recipient, values, messageId, now }: QueuedMail<Template>,
) {
  return database
    .insert(mails)
    .select(
      sql`
        select null, ${cause}, ${template}, ${language}, ${recipient}, ${JSON.stringify(values)}, ${messageId},
          ${now}, 0, ${now}, null, null, null
        where ${condition}
      `,
    )
    .onConflictDoNothing();
}

/**
 * Returns the statements that queue several e-mails, each only if its condition holds.
 * @param condition condition of one e-mail, using `recipientOfMail`
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
      sql`
        select null, ${of("cause")}, ${of("template")}, ${of("language")}, ${recipientOfMail}, ${of("values")},
          ${of("messageId")}, ${of("now")}, 0, ${of("now")}, null, null, null
        from json_each(${JSON.stringify(list)}) as mail
        where ${condition}
      `,
    )
    .onConflictDoNothing();
}

/** SQL for the recipient of one of the e-mails that `queueMailsWhere` queues. */
export const recipientOfMail = sql.raw("mail.value ->> 'recipient'");

/** An e-mail claimed by a sender. */
export type TakenMail = Pick<
  typeof mails.$inferSelect,
  "id" | "template" | "language" | "recipient" | "values" | "messageId" | "createdAt" | "attempts"
> & {
  /** JSON of the sites of an alarm e-mail to which its user has access; null for other e-mails. */
  access: string | null;
};

const isOpen = and(isNull(mails.sentAt), isNull(mails.failedAt));
const isSettled = or(isNotNull(mails.sentAt), isNotNull(mails.failedAt));

const isDue = (now: number) =>
  and(lte(mails.dueAt, now), isOpen, or(isNull(mails.takenUntil), lte(mails.takenUntil, now)));

/**
 * Claims due e-mails for one sender, the longest waiting first, alternating between templates: a flood of one template
 * cannot delay the others. Other senders skip claimed e-mails until the claim expires.
 */
export async function takeDueMails(
  database: Database,
  {
    now,
    until,
    limit,
    budgets,
    isAttempt = true,
  }: {
    now: number;
    until: number;
    limit: number;
    /** Budgets whose e-mails are claimed; all if undefined. */
    budgets?: readonly MailBudget[] | undefined;
    /** False if the e-mails are only claimed to be enqueued. */
    isAttempt?: boolean;
  },
): Promise<TakenMail[]> {
  const place = sql`row_number() over (partition by ${mails.template} order by ${mails.dueAt}, ${mails.id})`;
  const due = database
    .select({ id: mails.id })
    .from(mails)
    .where(and(isDue(now), budgets && isOfBudget(budgets)))
    .orderBy(place, mails.dueAt, mails.id)
    .limit(limit);
  const taken = await database
    .update(mails)
    .set({ takenUntil: until, ...(isAttempt && { attempts: sql`${mails.attempts} + 1` }) })
    .where(inArray(mails.id, due))
    .returning({
      ...getTableColumns(mails),
      access: isAttempt ? accessOfMail(now) : sql<string | null>`null`,
    });
  return taken.sort((one, other) => one.dueAt - other.dueAt || one.id - other.id);
}

/** Condition: the template belongs to one of the budgets. */
function isOfBudget(budgets: readonly MailBudget[]): SQL | undefined {
  const named = [...URGENT_TEMPLATES, ...ALARM_TEMPLATES];
  const conditions: Record<MailBudget, SQL> = {
    urgent: inArray(mails.template, [...URGENT_TEMPLATES]),
    alarms: inArray(mails.template, [...ALARM_TEMPLATES]),
    others: notInArray(mails.template, named),
  };
  return or(...budgets.map((budget) => conditions[budget]));
}

/** Claims e-mails of a queue message, except those whose first claim has ended or was already taken. */
export async function takeQueuedMails(
  database: Database,
  ids: readonly number[],
  { takenUntil, until, now }: { takenUntil: number; until: number; now: number },
): Promise<TakenMail[]> {
  return database
    .update(mails)
    .set({ takenUntil: until, attempts: sql`${mails.attempts} + 1` })
    .where(and(inArray(mails.id, [...ids]), eq(mails.takenUntil, takenUntil), isOpen))
    .returning({ ...getTableColumns(mails), access: accessOfMail(now) });
}

/** Ends the claim of e-mails that could not be enqueued. */
export async function releaseMails(
  database: Database,
  ids: readonly number[],
  takenUntil: number,
): Promise<void> {
  await database
    .update(mails)
    .set({ takenUntil: null })
    .where(
      and(
        inArray(mails.id, sql`(select value from json_each(${JSON.stringify(ids)}))`),
        eq(mails.takenUntil, takenUntil),
        isOpen,
      ),
    );
}

/** Whether any e-mail is due at an instant, ms UTC. */
export async function areMailsDue(database: Database, now: number): Promise<boolean> {
  const [first] = await database.select({ id: mails.id }).from(mails).where(isDue(now)).limit(1);
  return first !== undefined;
}

/**
 * Counts the e-mails of each template sent to each of the recipients since an instant.
 * @param recipients masked, as `settleMail` stores them
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
 * Records that an e-mail was sent or given up, and erases its recipient and values. The due instant becomes the
 * instant of the row's deletion, so that a sender only reads waiting rows.
 * @param recipient masked; empty if the e-mail was not sent
 * @param keptMs time for which a failed e-mail keeps its content, ms
 */
export async function settleMail(
  database: Database,
  id: number,
  {
    sent,
    recipient,
    keptMs,
    now,
  }: { sent: boolean; recipient?: string; keptMs?: number; now: number },
): Promise<void> {
  await database
    .update(mails)
    .set({
      ...(sent ? { sentAt: now } : { failedAt: now }),
      ...(keptMs === undefined && { recipient: recipient ?? "", values: "{}" }),
      takenUntil: null,
      dueAt: now + (keptMs ?? MAIL_KEPT_MS),
    })
    .where(sent ? eq(mails.id, id) : and(eq(mails.id, id), isOpen));
}

/** Releases claimed e-mails until a later instant, except those that another sender has claimed in the meantime. */
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

/** Records why an e-mail was given up, for the operator. */
export async function recordMailFailure(
  database: Database,
  failure: typeof mailFailures.$inferInsert,
): Promise<void> {
  const { reason, detail = null } = failure;
  await database
    .insert(mailFailures)
    .values(failure)
    .onConflictDoUpdate({ target: mailFailures.mailId, set: { reason, detail } });
}

/** Deletes e-mails that were sent or given up long ago. */
export async function deleteSettledMails(database: Database, now: number): Promise<void> {
  await database.delete(mails).where(and(lte(mails.dueAt, now), isSettled));
}
