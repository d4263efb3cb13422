import type { Database } from "../connect.ts";

/** A push message that contains several notifications of one user. */
export type CollectedPush = {
  userId: number;
  /** Unique, so that it identifies this message. */
  cause: string;
  /** JSON of a `collectedPush`. */
  values: string;
  /** Notifications that it contains. */
  ids: readonly number[];
};

const INSERT = `
  insert into push_deliveries (subscription_id, cause, "values", created_at, attempts, due_at)
  select browser.id, push.value ->> 'cause', push.value ->> 'values', ?2, 0, ?2
  from json_each(?1) push
  join push_subscriptions browser on browser.user_id = push.value ->> 'userId'
  where not exists (
    select 1 from json_each(push.value, '$.ids') one left join notifications waiting on waiting.id = one.value
    where waiting.id is null or waiting.settled_at is not null or waiting.ready_at is not null)
  on conflict do nothing`;

// Without a browser there is no message, and nothing is left to wait for.
const SETTLE = `
  update notifications set settled_at = ?2, outcome = 'sent', message_id = formed.cause
  from (
    select one.value as id, push.value ->> 'cause' as cause
    from json_each(?1) push
    join json_each(push.value, '$.ids') one
    where exists (select 1 from push_deliveries where cause = push.value ->> 'cause'
        and subscription_id in (select id from push_subscriptions where user_id = push.value ->> 'userId'))
      or not exists (select 1 from push_subscriptions where user_id = push.value ->> 'userId')
  ) formed
  where notifications.id = formed.id and settled_at is null and ready_at is null`;

/**
 * Queues push messages to all browsers of their users and settles the notifications that they contain, in one
 * transaction. A message of which a notification is already settled or released is not queued, so that two planners at
 * once send none twice.
 */
export async function formPushes(
  { $client }: Database,
  pushes: readonly CollectedPush[],
  now: number,
): Promise<void> {
  if (pushes.length === 0) return;
  const list = JSON.stringify(pushes);
  await $client.batch([
    $client.prepare(INSERT).bind(list, now),
    $client.prepare(SETTLE).bind(list, now),
  ]);
}
