import type { Channel } from "#domain/notifications/notice.ts";

type UserChannel = Exclude<Channel, "webhook">;

/** SQL expressions of an alarm and a user. */
type Named = { siteId: string; logId: string; userId: string };

/** SQL of whether the message that contains the notification `begun` of the notice `cause` is still to be sent. */
const IS_UNSENT: Record<UserChannel, string> = {
  mail: `exists (
    select 1 from mails message
    where message.cause = 'alarms:' || begun.message_id and message.sent_at is null and message.failed_at is null)`,
  push: `(
    select sum(message.sent_at is not null) = 0 and sum(message.failed_at is null) > 0
    from push_subscriptions browser
    join push_deliveries message on message.subscription_id = browser.id
      and message.cause = coalesce(begun.message_id, cause.site_id || ':' || cause.key)
    where browser.user_id = begun.user_id)`,
};

/**
 * Returns the SQL of whether a user was notified of an alarm on a channel, or still will be: its end is sent only then.
 * What was dropped does not count, and neither does what is unsent while the user does not receive the alarms of the site,
 * because that is dropped when it is sent; an escalation counts in any case. An alarm of a backlog was announced by its
 * summary.
 */
export function isAnnounced(channel: UserChannel, { siteId, logId, userId }: Named): string {
  const own = `own.site_id = ${siteId} and own.log_id = ${logId}`;
  return `exists (
    select 1
    from (
      select id from notices own where ${own} and own.kind <> 'end'
      union
      select summary.id from notices own
      join notices summary on summary.site_id = own.site_id
        and summary.key = 'summary:' || substr(own.key, instr(own.key, ':live:') + 6)
      where ${own} and own.kind = 'live'
      union
      select summary.id from notices own
      join notices summary on summary.site_id = own.site_id and summary.key >= 'summary:' and summary.key < 'summary;'
      where ${own} and own.kind = 'end' and summary.kind = 'summary' and summary.created_at > own.start_time
        and not exists (select 1 from notices own where ${own} and own.kind not in ('end', 'summary'))
    ) related
    join notices cause on cause.id = related.id
    join notifications begun
      on begun.notice_id = cause.id and begun.channel = '${channel}' and begun.recipient = ${userId}
    where coalesce(begun.outcome, 'sent') = 'sent' and (
      cause.kind = 'escalation'
      or exists (
        select 1 from memberships receiver
        where receiver.user_id = ${userId} and receiver.site_id = ${siteId} and receiver.receives_alarms)
      or (begun.settled_at is not null and coalesce(not ${IS_UNSENT[channel]}, true))))`;
}
