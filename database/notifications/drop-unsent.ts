import type { Database } from "../connect.ts";

/** SQL of whether a notification is sent to a user with access to some sites, by the JSON of `AccessibleSite` in `?1`. */
const IS_SENT = `exists (
  select 1 from json_each(?1) site, notices
  where notices.id = notifications.notice_id and site.value ->> 'siteId' = notifications.site_id and case notices.kind
    when 'end' then not exists (
      select 1 from json_each(site.value, '$.unannounced') alarm where alarm.value = notices.log_id)
    else site.value ->> 'receives' or notices.kind = 'escalation'
  end)`;

const DROP_MAIL = `
  update notifications set outcome = 'dropped', message_id = null
  where user_id = ?2 and message_id = ?3 and not ${IS_SENT}`;

const DROP_PUSH = `
  update notifications set outcome = 'dropped'
  where user_id = ?2 and channel = 'push' and settled_at = ?4 and outcome = 'sent' and not ${IS_SENT}
    and ?3 = coalesce(message_id, (
      select notices.site_id || ':' || notices.key from notices where notices.id = notifications.notice_id))
    and not exists (
      select 1 from push_subscriptions browser
      join push_deliveries other on other.subscription_id = browser.id and other.cause = ?3
      where browser.user_id = ?2 and other.id <> ?5 and other.failed_at is null)`;

const DROP_ENDS = `
  update notifications set settled_at = ?3, outcome = 'dropped'
  where user_id = ?1 and channel = ?2 and settled_at is null and exists (
    select 1 from notices ending where ending.id = notifications.notice_id and ending.kind = 'end' and (
      select sum(begun.outcome = 'dropped') = count(*)
      from notices cause join notifications begun on begun.notice_id = cause.id
      where cause.site_id = ending.site_id and cause.log_id = ending.log_id and cause.kind <> 'end'
        and begun.user_id = ?1 and begun.channel = ?2))`;

type Unsent = {
  userId: number;
  /** JSON of the sites whose notifications are sent, `AccessibleSite`. */
  accessible: string;
};

/**
 * Records that notifications of a formed e-mail are not sent, because its user has left their sites or does not want
 * them any more. Their alarms have no end e-mail either, unless the user was notified of them otherwise.
 */
export async function dropUnsentOfMail(
  { $client }: Database,
  { userId, accessible, messageId }: Unsent & { messageId: string },
  now: number,
): Promise<void> {
  await $client.batch([
    $client.prepare(DROP_MAIL).bind(accessible, userId, messageId),
    $client.prepare(DROP_ENDS).bind(userId, "mail", now),
  ]);
}

/**
 * Records the same of a push message, unless another browser of the user has got it or still will.
 * @param push the message to one browser; `createdAt` is the instant at which its notifications were settled, ms UTC
 */
export async function dropUnsentOfPush(
  { $client }: Database,
  { userId, accessible, ...push }: Unsent & { id: number; cause: string; createdAt: number },
  now: number,
): Promise<void> {
  await $client.batch([
    $client.prepare(DROP_PUSH).bind(accessible, userId, push.cause, push.createdAt, push.id),
    $client.prepare(DROP_ENDS).bind(userId, "push", now),
  ]);
}
