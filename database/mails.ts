import { type SQL, sql } from "drizzle-orm";
import type { Language } from "#domain/languages.ts";
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
