import type { Language } from "#domain/languages.ts";
import type { MailTemplate } from "#domain/mails/templates.ts";
import type { Database } from "../connect.ts";

/** An e-mail that contains some notifications of one user. */
export type FormedMail = {
  cause: string;
  template: MailTemplate;
  language: Language;
  recipient: string;
  /** JSON */
  values: string;
  messageId: string;
  /** Notifications that it contains. */
  ids: readonly number[];
};

const INSERT = `
  insert into mails (cause, template, language, recipient, "values", message_id, created_at, attempts, due_at)
  select mail.value ->> 'cause', mail.value ->> 'template', mail.value ->> 'language', mail.value ->> 'recipient',
    mail.value ->> 'values', mail.value ->> 'messageId', ?2, 0, ?2
  from json_each(?1) mail
  where not exists (
    select 1 from json_each(mail.value, '$.ids') one left join notifications waiting on waiting.id = one.value
    where waiting.id is null or waiting.settled_at is not null)
  on conflict do nothing`;

const SETTLE = `
  update notifications set settled_at = ?2, outcome = 'sent', message_id = formed.message_id
  from (
    select one.value as id, mails.message_id
    from json_each(?1) mail
    join mails on mails.cause = mail.value ->> 'cause'
    join json_each(mail.value, '$.ids') one
  ) formed
  where notifications.id = formed.id and settled_at is null`;

/**
 * Queues e-mails and settles the notifications that they contain, in one transaction. An e-mail of which a notification
 * is already settled is not queued, so that two planners at once send none twice.
 */
export async function formMails(
  { $client }: Database,
  mails: readonly FormedMail[],
  now: number,
): Promise<void> {
  if (mails.length === 0) return;
  const list = JSON.stringify(mails);
  await $client.batch([
    $client.prepare(INSERT).bind(list, now),
    $client.prepare(SETTLE).bind(list, now),
  ]);
}
