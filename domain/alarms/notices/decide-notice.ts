import type { NoticeKind } from "#domain/notifications/notice.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import type { AlarmRow } from "../alarm-row.ts";
import { type EventLevel, isMoreSevere } from "../event.ts";
import type { AutoLevel } from "../site-rules.ts";
import type { Inhibition } from "./inhibition.ts";

/** Steps of a notification that an alarm itself causes. */
export type AlarmStep = Extract<NoticeKind, "start" | "end" | "flapping" | "worse">;

/** The step to notify now, or when to decide again. Instants are ms UTC. */
export type NoticeDecision = {
  step: AlarmStep | null;
  /** Null if only a change of the alarm or of its causes can lead to a notification. */
  decideAt: number | null;
};

export type NoticeInput = {
  alarm: Pick<
    AlarmRow,
    "source" | "level" | "dateTime" | "endTime" | "isRetroactive" | "snoozedUntil"
  >;
  autoLevel: AutoLevel;
  /** Delay of the notification after `dateTime`, s. */
  notifyAfter: number;
  /** Level at the last notification of this alarm; null if there was none. */
  notifiedLevel: EventLevel | null;
  /** Whether the row counts the episodes of a flapping key, and whether that was notified. */
  flapping: { isFlapping: boolean; isNotified: boolean };
  inhibition: Inhibition | null;
  /** ms UTC */
  now: number;
};

const NOTHING: NoticeDecision = { step: null, decideAt: null };

/** Returns whether alarms of this source and level are notified at all. Information is only logged. */
export function isNotifying(
  { source, level }: Pick<AlarmRow, "source" | "level">,
  autoLevel: AutoLevel,
): boolean {
  if (level === "info") return false;
  if (source !== "system detection") return true;
  return autoLevel === "warnings" || (autoLevel === "faults" && level === "fault");
}

/**
 * Decides what an alarm notifies at an instant. Its start is due `notifyAfter` after it became active, and not before
 * the end of a snooze; an alarm that ended before that is only logged. The end follows only a notified start. An alarm
 * that was found in late data is part of the message after the backlog instead.
 */
export function decideNotice(input: NoticeInput): NoticeDecision {
  const { alarm, autoLevel, notifyAfter, notifiedLevel, flapping, inhibition, now } = input;
  const isNotified = notifiedLevel !== null;
  if (alarm.endTime !== null && isNotified) return { step: "end", decideAt: null };
  if (!isNotifying(alarm, autoLevel)) return NOTHING;
  if (alarm.isRetroactive && !isNotified) return NOTHING;
  const dueAt = alarm.dateTime + notifyAfter * SECOND_MS;
  const snoozedUntil = alarm.snoozedUntil ?? Number.NEGATIVE_INFINITY;
  const isTooShort = alarm.endTime !== null && alarm.endTime < Math.max(dueAt, snoozedUntil);
  if (isTooShort || (alarm.endTime !== null && inhibition !== null)) return NOTHING;
  if (inhibition !== null) return { step: null, decideAt: inhibition.until };
  if (snoozedUntil > now) return { step: null, decideAt: snoozedUntil };
  if (!isNotified || (flapping.isFlapping && !flapping.isNotified)) {
    const step = flapping.isFlapping ? "flapping" : "start";
    return now < dueAt ? { step: null, decideAt: dueAt } : { step, decideAt: null };
  }
  return { step: isMoreSevere(alarm.level, notifiedLevel) ? "worse" : null, decideAt: null };
}
