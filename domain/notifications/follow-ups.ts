import type { EventLevel } from "../alarms/event.ts";
import { MINUTE_MS } from "../units/durations.ts";
import type { EscalationStep } from "./escalation.ts";
import { GROUPING_MS, MAX_REPEATS, OFFLINE_RECHECK_MS } from "./notice.ts";

/** A notice of an alarm, and how often it was repeated and escalated. Instants are ms UTC. */
export type Followed = {
  level: EventLevel;
  createdAt: number;
  /** Instant of the first notice of the alarm, from which the steps of an escalation count. */
  since: number;
  emailInterval: number;
  /** Instant of the next repeat; null before the first one is planned. */
  repeatAt: number | null;
  repeats: number;
  escalations: number;
};

/** The state of the alarm at this moment; null if it is not known any more. */
export type AlarmState = {
  endTime: number | null;
  acknowledgedAt: number | null;
  snoozedUntil: number | null;
  /** Whether it is suppressed, because the logger of the site is offline. */
  isLoggerOffline: boolean;
} | null;

export type FollowUps = {
  /** Number of the repeat that is due, from 1; null if none is. */
  repeat: number | null;
  /** Number of the escalation step that is due, from 1; null if none is. */
  escalation: number | null;
  repeatAt: number | null;
  /** Instant of the next check; null if nothing is left to do. */
  nextAt: number | null;
};

const NOTHING: FollowUps = { repeat: null, escalation: null, repeatAt: null, nextAt: null };

/**
 * Plans the repeat and the escalation of a notice. A fault is repeated once per interval, at most six times, and an
 * alarm of any level but info is escalated, both while it is active, unacknowledged, not snoozed, and its logger online. A
 * repeat that is late, for example after a snooze, is sent once.
 */
export function planFollowUps(
  notice: Followed,
  alarm: AlarmState,
  steps: readonly EscalationStep[],
  now: number,
): FollowUps {
  if (alarm === null || alarm.endTime !== null || alarm.acknowledgedAt !== null) return NOTHING;
  const interval = notice.emailInterval * MINUTE_MS;
  const suppressedUntil = endOfSuppression(alarm, now);
  const hasRepeats = notice.level === "fault" && notice.repeats < MAX_REPEATS;
  const repeatAt = hasRepeats
    ? (notice.repeatAt ?? notice.createdAt + GROUPING_MS + interval)
    : null;
  const step = notice.level === "info" ? undefined : steps[notice.escalations];
  const stepAt = step === undefined ? null : notice.since + step.afterMinutes * MINUTE_MS;
  if (suppressedUntil !== null) {
    const isLeft = repeatAt !== null || stepAt !== null;
    return { ...NOTHING, repeatAt, nextAt: isLeft ? suppressedUntil : null };
  }
  const repeats = repeatAt !== null && repeatAt <= now;
  const escalates = stepAt !== null && stepAt <= now;
  const hasMoreRepeats = notice.repeats + Number(repeats) < MAX_REPEATS;
  const nextRepeatAt = repeats ? (hasMoreRepeats ? now + interval : null) : repeatAt;
  const next = escalates ? steps[notice.escalations + 1] : step;
  const nextStepAt = next === undefined ? null : notice.since + next.afterMinutes * MINUTE_MS;
  return {
    repeat: repeats ? notice.repeats + 1 : null,
    escalation: escalates ? notice.escalations + 1 : null,
    repeatAt: nextRepeatAt,
    nextAt: earlierOf(nextRepeatAt, nextStepAt),
  };
}

/** Returns until when an alarm is suppressed, ms UTC; null if it is not. */
function endOfSuppression(
  { snoozedUntil, isLoggerOffline }: NonNullable<AlarmState>,
  now: number,
): number | null {
  if (snoozedUntil !== null && snoozedUntil > now) return snoozedUntil;
  return isLoggerOffline ? now + OFFLINE_RECHECK_MS : null;
}

function earlierOf(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}
