import type { WaitingRow } from "#database/notifications/notifications.ts";
import { isMoreSevere } from "#domain/alarms/event.ts";
import { OUTAGE_WINDOW_MS } from "#domain/notifications/mass-outage.ts";
import { OFFLINE_RECHECK_MS } from "#domain/notifications/notice.ts";
import type { WaitingPush } from "#domain/notifications/plan-pushes.ts";
import { type NotificationPreferences, preferencesAt } from "#domain/notifications/preferences.ts";

/**
 * Separates the notifications that are not sent: those to recipients who may not be notified or do not want it any more,
 * and start and end of an alarm that ended while a mass outage or a snooze held it. Notifications of a snoozed alarm wait
 * until the end of the snooze, and repeats and escalations while the logger of the site is offline.
 */
export function sortOut(rows: readonly WaitingRow[], now: number) {
  const recipientOf = ({ userId, siteId, logId, channel }: WaitingRow) =>
    `${userId} ${siteId} ${logId} ${channel}`;
  const ends = new Set(rows.filter(({ kind }) => kind === "end").map(recipientOf));
  const hasEnded = (row: WaitingRow) => row.alarmEndTime !== null || ends.has(recipientOf(row));
  const isHeld = (row: WaitingRow) => hasReturned(row) || (isFirst(row) && isSnoozed(row, now));
  const over = new Set(rows.filter((row) => isHeld(row) && hasEnded(row)).map(recipientOf));
  const dropped: number[] = [];
  const postponed: { id: number; dueAt: number }[] = [];
  const going: WaitingRow[] = [];
  for (const row of rows) {
    const { id, snoozedUntil } = row;
    if (over.has(recipientOf(row)) || isAnswered(row) || !isEligible(row, now)) dropped.push(id);
    else if (row.isLoggerOffline) postponed.push({ id, dueAt: now + OFFLINE_RECHECK_MS });
    else if (snoozedUntil === null || !isSnoozed(row, now)) going.push(row);
    else if (hasEnded(row)) dropped.push(id);
    else postponed.push({ id, dueAt: snoozedUntil });
  }
  return { going, dropped, postponed };
}

/** Whether a repeat or escalation that waits is pointless: its alarm was acknowledged or has ended. */
function isAnswered({ kind, acknowledgedAt, alarmEndTime }: WaitingRow): boolean {
  if (kind !== "repeat" && kind !== "escalation") return false;
  // The end of an escalated alarm may be on its way to the same recipient, and belongs to the escalation.
  return acknowledgedAt !== null || (kind === "repeat" && alarmEndTime !== null);
}

/**
 * Whether the alarm of a held notice ended during the hold of its mass outage, or before all of them were one message. One
 * that lasted longer is notified, also if other reasons postpone its message beyond its end.
 */
function hasReturned({ kind, heldUntil, alarmEndTime }: WaitingRow): boolean {
  if (kind === "end" || heldUntil === null) return false;
  return alarmEndTime === null || alarmEndTime <= heldUntil + OUTAGE_WINDOW_MS;
}

/** Whether a notification is the first of its alarm to the recipient, so that without it the end says nothing. */
function isFirst({ kind }: WaitingRow): boolean {
  return kind === "start" || kind === "flapping";
}

/** Whether the alarm was snoozed before its user was notified of it. A webhook gets every change at once. */
function isSnoozed({ kind, userId, snoozedUntil }: WaitingRow, now: number): boolean {
  const isOfAlarm = kind !== "end" && kind !== "summary";
  return isOfAlarm && userId !== null && snoozedUntil !== null && snoozedUntil > now;
}

/** Whether the recipient may and wants to be notified at this moment. */
function isEligible(row: WaitingRow, now: number): boolean {
  if (row.isSiteDeleted) return false;
  if (row.userId === null) return true;
  const { role, membershipEndsAt, demo, kind, channel } = row;
  const isMember = role !== null && (membershipEndsAt === null || membershipEndsAt > now);
  if (!isMember || demo !== false) return false;
  const wanted = preferencesOf(row);
  if (channel === "mail" ? !row.alarmMails || !wanted.mail : !wanted.push) return false;
  // Users of an escalation step need not receive the other alarms of the site, and the end follows the start.
  if (kind === "escalation" || kind === "end") return true;
  return row.receivesAlarms === true && !isMoreSevere(wanted.level, row.level);
}

function preferencesOf(row: WaitingRow): NotificationPreferences {
  const site = row.sitePreferences === null ? null : JSON.parse(row.sitePreferences);
  return preferencesAt(row.preferences, site);
}

/** Returns what decides when a notification is delivered. */
export function waitingOf(row: WaitingRow): WaitingPush {
  return { ...row, preferences: preferencesOf(row) };
}
