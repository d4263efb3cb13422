import { type FormedMail, formMails } from "#database/notifications/form-mails.ts";
import {
  dropNotifications,
  listDueUsers,
  postponeNotifications,
  readDueWebhooks,
  readThreads,
  readWaitingOf,
  releaseNotifications,
} from "#database/notifications/notifications.ts";
import { readRelatedAlarms } from "#database/notifications/related-alarms.ts";
import { type CollectedPush, formPushes } from "#database/push/form-pushes.ts";
import { planMails } from "#domain/notifications/plan-mails.ts";
import { planPushes } from "#domain/notifications/plan-pushes.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import { collectPushes } from "./collect-pushes.ts";
import { composeAlarmMail } from "./compose-alarm-mail.ts";
import { followUp } from "./follow-up.ts";
import { holdOutages } from "./hold-outages.ts";
import type { PlanContext } from "./plan-context.ts";
import { sortOut, waitingOf } from "./sort-out.ts";

/** Users whose messages are formed in one transaction. */
const USERS_AT_ONCE = 100;
/** Waiting notifications of these users that are read at once; those left over follow in the next round. */
const ROWS_AT_ONCE = 2_000;
/** Random part of the cause of a push that contains several notifications, bytes. */
const CAUSE_BYTES = 12;
/** Time after which no further round is begun; the next run continues. */
const RUN_MS = 40 * SECOND_MS;

/**
 * Plans the notifications that are due: writes repeats and escalations, holds those of a mass outage, releases
 * webhooks, and forms push messages and e-mails. Every step is one transaction and can be repeated, so it may be killed
 * at any point and run several times at once.
 */
export async function planNotifications(context: PlanContext): Promise<void> {
  const end = context.now() + RUN_MS;
  await followUp(context, end);
  while (context.now() < end && (await releaseWebhooks(context))) {}
  while (context.now() < end && (await formDuePushes(context))) {}
  while (context.now() < end && (await formDueMails(context))) {}
}

/** Releases due webhooks, which have no quiet hours; false if none is left. */
async function releaseWebhooks(context: PlanContext): Promise<boolean> {
  const { database } = context;
  const now = context.now();
  const rows = await holdOutages(context, await readDueWebhooks(database, now, ROWS_AT_ONCE));
  const { going, dropped } = sortOut(rows, now);
  const ready = going.filter(({ heldUntil }) => (heldUntil ?? now) <= now);
  const held = going.flatMap(({ id, heldUntil }) =>
    heldUntil !== null && heldUntil > now ? { id, dueAt: heldUntil } : [],
  );
  await dropNotifications(database, dropped, now);
  await postponeNotifications(database, held);
  const ids = ready.map(({ id }) => id);
  await releaseNotifications(database, ids, now);
  return rows.length === ROWS_AT_ONCE;
}

/** Forms the push messages of some users with due notifications; false if none is left. */
async function formDuePushes(context: PlanContext): Promise<boolean> {
  const { database, randomBytes } = context;
  const now = context.now();
  const users = await listDueUsers(database, "push", now, USERS_AT_ONCE);
  if (users.length === 0) return false;
  const read = await readWaitingOf(database, "push", users, ROWS_AT_ONCE);
  const { going, dropped, postponed } = sortOut(await holdOutages(context, read), now);
  const pushes: CollectedPush[] = [];
  const single: number[] = [];
  for (const [userId, own] of Map.groupBy(going, (row) => row.userId ?? 0)) {
    const byId = new Map(own.map((row) => [row.id, row]));
    const plan = planPushes(own.map(waitingOf), now);
    single.push(...plan.single);
    postponed.push(...plan.postponed);
    for (const { kind, ids } of plan.collected) {
      const values = collectPushes(
        kind,
        ids.flatMap((id) => byId.get(id) ?? []),
      );
      const cause = `${kind}:${toBase64Url(randomBytes(CAUSE_BYTES))}`;
      pushes.push({ userId, cause, values: JSON.stringify(values), ids });
    }
  }
  await dropNotifications(database, dropped, now);
  await postponeNotifications(database, postponed);
  await releaseNotifications(database, single, now);
  await formPushes(database, pushes, now);
  return true;
}

/** Forms the e-mails of some users with due notifications; false if none is left. */
async function formDueMails(context: PlanContext): Promise<boolean> {
  const { database } = context;
  const now = context.now();
  const users = await listDueUsers(database, "mail", now, USERS_AT_ONCE);
  if (users.length === 0) return false;
  const read = await readWaitingOf(database, "mail", users, ROWS_AT_ONCE);
  const rows = await holdOutages(context, read);
  const { going, dropped, postponed } = sortOut(rows, now);
  const goingIds = going.map(({ id }) => id);
  const [earlier, related] = await Promise.all([
    readThreads(database, goingIds),
    readRelatedAlarms(database, goingIds),
  ]);
  const threads = Map.groupBy(earlier, ({ id }) => id);
  const relatedTo = Map.groupBy(related, ({ id }) => id);
  const mails: FormedMail[] = [];
  for (const own of Map.groupBy(going, ({ userId }) => userId).values()) {
    const byId = new Map(own.map((row) => [row.id, row]));
    const plan = planMails(own.map(waitingOf), now);
    postponed.push(...plan.postponed);
    for (const { kind, ids } of plan.messages) {
      const contained = ids.flatMap((id) => byId.get(id) ?? []);
      const thread = ids.flatMap((id) => threads.get(id) ?? []).map(({ messageId }) => messageId);
      try {
        const named = ids.flatMap((id) => relatedTo.get(id) ?? []);
        mails.push(composeAlarmMail(context, kind, contained, [...new Set(thread)], named));
      } catch (error) {
        // A notice that cannot be read must not keep all others waiting.
        context.log.error("an alarm e-mail could not be composed", error);
        dropped.push(...ids);
      }
    }
  }
  await dropNotifications(database, dropped, now);
  await postponeNotifications(database, postponed);
  await formMails(database, mails, now);
  return true;
}
