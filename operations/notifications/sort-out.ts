import type { WaitingRow } from "#database/notifications/notifications.ts";
import type { WaitingPush } from "#domain/notifications/plan-pushes.ts";
import { preferencesAt } from "#domain/notifications/preferences.ts";

/**
 * Separates the notifications that are not sent: those to recipients who may not be notified any more, and start and
 * end of an alarm that ended while a mass outage held it.
 */
export function sortOut(rows: readonly WaitingRow[], now: number) {
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

/** Returns what decides when a notification is delivered. */
export function waitingOf(row: WaitingRow): WaitingPush {
  const site = row.sitePreferences === null ? null : JSON.parse(row.sitePreferences);
  return { ...row, preferences: preferencesAt(row.preferences, site) };
}
