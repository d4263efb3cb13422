import { type SQL, sql } from "drizzle-orm";
import type { MailTemplate } from "#domain/mails/templates.ts";
import { mails } from "./account-schema.ts";
import type { Database } from "./connect.ts";
import type { QueuedMail } from "./mails.ts";

/**
 * The statement that puts an e-mail on its way where the condition holds. Where it does not, a blank is written that
 * counts as sent and is forgotten by the next sweep: so that it takes as long.
 */
export function queueMailOrDummy<Template extends MailTemplate>(
  database: Database,
  condition: SQL,
  { cause, template, language, recipient, values, messageId, now }: QueuedMail<Template>,
) {
  return database
    .insert(mails)
    .select(
      sql`select null, ${cause}, ${template}, ${language}, case when sends then ${recipient} else '' end, ${JSON.stringify(values)}, ${messageId}, ${now}, 0, ${now}, null, case when sends then null else ${now} end, null from (select ${condition} as sends) where true`,
    )
    .onConflictDoNothing();
}
