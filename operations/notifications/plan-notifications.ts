import { type FormedMail, formMails } from "#database/notifications/form-mails.ts";
import {
  dropNotifications,
  listDueUsers,
  postponeNotifications,
  readDuePushes,
  readThreads,
  readWaitingMails,
  releaseNotifications,
  type WaitingRow,
} from "#database/notifications/notifications.ts";
import { planMails, releaseOf, type Waiting } from "#domain/notifications/plan-mails.ts";
import { preferencesAt } from "#domain/notifications/preferences.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import { composeAlarmMail } from "./compose-alarm-mail.ts";
import { followUp } from "./follow-up.ts";
import { holdOutages } from "./hold-outages.ts";
import type { PlanContext } from "./plan-context.ts";

/** Users whose messages are formed in one transaction. */
const USERS_AT_ONCE = 100;
/** Waiting notifications of these users that are read at once; those left over follow in the next round. */
const ROWS_AT_ONCE = 2_000;
/** Notifications of the other channels that are released at once. */
const PUSHES_AT_ONCE = 500;
/** Time after which no further round is begun; the next run continues. */
const RUN_MS = 40 * SECOND_MS;

/**
 * Plans the notifications that are due: writes repeats and escalations, holds those of a mass outage, releases pushes
 * and webhooks, and forms e-mails. Every step is one transaction and can be repeated, so it may be killed at any point
 * and run several times at once.
 */
export async function planNotifications(context: PlanContext): Promise<void> {
  const end = context.now() + RUN_MS;
  await followUp(context, end);
  while (context.now() < end && (await releasePushes(context))) {}
  while (context.now() < end && (await formDueMails(context))) {}
}

/** Releases due pushes and webhooks; false if none is left. */
async function releasePushes(context: PlanContext): Promise<boolean> {
  const { database } = context;
  const now = context.now();
  const rows = await holdOutages(context, await readDuePushes(database, now, PUSHES_AT_ONCE));
  const { going, dropped } = sortOut(rows, now);
  const ready: number[] = [];
  const postponed: { id: number; dueAt: number }[] = [];
  for (const row of going) {
    const { at } =
      row.userId === null ? { at: row.heldUntil ?? now } : releaseOf(waitingOf(row), now);
    if (at <= now) ready.push(row.id);
    else postponed.push({ id: row.id, dueAt: at });
  }
  await dropNotifications(database, dropped, now);
  await postponeNotifications(database, postponed);
  await releaseNotifications(database, ready, now);
  return rows.length === PUSHES_AT_ONCE;
}

/** Forms the e-mails of some users with due notifications; false if none is left. */
async function formDueMails(context: PlanContext): Promise<boolean> {
  const { database } = context;
  const now = context.now();
  const users = await listDueUsers(database, now, USERS_AT_ONCE);
  if (users.length === 0) return false;
  const read = await readWaitingMails(database, users, ROWS_AT_ONCE);
  const rows = await holdOutages(context, read);
  const { going, dropped } = sortOut(rows, now);
  const threads = Map.groupBy(
    await readThreads(
      database,
      going.map(({ id }) => id),
    ),
    ({ id }) => id,
  );
  const mails: FormedMail[] = [];
  const postponed: { id: number; dueAt: number }[] = [];
  for (const own of Map.groupBy(going, ({ userId }) => userId).values()) {
    const byId = new Map(own.map((row) => [row.id, row]));
    const plan = planMails(own.map(waitingOf), now);
    postponed.push(...plan.postponed);
    for (const { kind, ids } of plan.messages) {
      const contained = ids.flatMap((id) => byId.get(id) ?? []);
      const thread = ids.flatMap((id) => threads.get(id) ?? []).map(({ messageId }) => messageId);
      try {
        mails.push(composeAlarmMail(context, kind, contained, [...new Set(thread)]));
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

/**
 * Separates the notifications that are not sent: those to recipients who may not be notified any more, and start and
 * end of an alarm that ended while a mass outage held it.
 */
function sortOut(rows: readonly WaitingRow[], now: number) {
  const recipientOf = ({ userId, siteId, logId, channel }: WaitingRow) =>
    `${userId} ${siteId} ${logId} ${channel}`;
  const held = rows.filter(({ heldUntil, kind }) => heldUntil !== null && kind !== "end");
  const ends = new Set(rows.filter(({ kind }) => kind === "end").map(recipientOf));
  const over = new Set(
    held.filter((row) => row.alarmEndTime !== null || ends.has(recipientOf(row))).map(recipientOf),
  );
  const dropped: number[] = [];
  const going: WaitingRow[] = [];
  for (const row of rows) {
    if (over.has(recipientOf(row)) || isAnswered(row, now) || !isEligible(row, now))
      dropped.push(row.id);
    else going.push(row);
  }
  return { going, dropped };
}

/** Whether a repeat or escalation that waits is pointless: its alarm was acknowledged, snoozed or has ended. */
function isAnswered(row: WaitingRow, now: number): boolean {
  const { kind, acknowledgedAt, snoozedUntil, alarmEndTime } = row;
  if (kind !== "repeat" && kind !== "escalation") return false;
  const isSnoozed = snoozedUntil !== null && snoozedUntil > now;
  // The end of an escalated alarm may be on its way to the same recipient, and belongs to the escalation.
  return acknowledgedAt !== null || isSnoozed || (kind === "repeat" && alarmEndTime !== null);
}

/** Whether the recipient may be notified at this moment. */
function isEligible(row: WaitingRow, now: number): boolean {
  if (row.isSiteDeleted) return false;
  if (row.userId === null) return true;
  const { role, membershipEndsAt, demo, kind, channel } = row;
  const isMember = role !== null && (membershipEndsAt === null || membershipEndsAt > now);
  if (!isMember || demo !== false) return false;
  if (channel === "mail" && !row.alarmMails) return false;
  // Users of an escalation step need not receive the other alarms of the site.
  return row.receivesAlarms === true || kind === "escalation" || kind === "end";
}

function waitingOf(row: WaitingRow): Waiting {
  const site = row.sitePreferences === null ? null : JSON.parse(row.sitePreferences);
  return { ...row, preferences: preferencesAt(row.preferences, site) };
}
