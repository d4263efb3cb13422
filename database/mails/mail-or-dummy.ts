import { type SQL, sql } from "drizzle-orm";
import type { MailTemplate } from "#domain/mails/templates.ts";
import type { Database } from "../connect.ts";
import { mails } from "../schema/mails.ts";
import type { QueuedMail } from "./mails.ts";

/**
 * Returns the statement that queues an e-mail if the condition holds. Otherwise it writes a dummy row that counts as
 * sent and is deleted by the next sweep, so that both cases take the same time.
 */
export function queueMailOrDummy<Template extends MailTemplate>(
  database: Database,
  condition: SQL,
  { cause, template, language, recipient, values, messageId, now }: QueuedMail<Template>,
) {
  return database
    .insert(mails)
    .select(
      sql`
        select null, ${cause}, ${template}, ${language}, case when sends then ${recipient} else '' end,
          ${JSON.stringify(values)}, ${messageId}, ${now}, 0, ${now}, null, case when sends then null else ${now} end,
          null
        from (select ${condition} as sends)
        where true
      `,
    )
    .onConflictDoNothing();
}
