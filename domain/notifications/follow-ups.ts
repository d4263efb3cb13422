import type { EventLevel } from "../alarms/event.ts";
import { MINUTE_MS } from "../units/durations.ts";
import type { EscalationStep } from "./escalation.ts";
import { GROUPING_MS, MAX_REPEATS } from "./notice.ts";

/** A notice of an alarm, and how often it was repeated and escalated. Instants are ms UTC. */
export type Followed = {
  level: EventLevel;
  createdAt: number;
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
 * alarm of any level but info is escalated, both while it is active, unacknowledged and not snoozed. A repeat that is
 * late, for example after a snooze, is sent once.
 */
export function planFollowUps(
  notice: Followed,
  alarm: AlarmState,
  steps: readonly EscalationStep[],
  now: number,
): FollowUps {
  if (alarm === null || alarm.endTime !== null || alarm.acknowledgedAt !== null) return NOTHING;
  const interval = notice.emailInterval * MINUTE_MS;
  const snoozedUntil = alarm.snoozedUntil ?? 0;
  const isSnoozed = snoozedUntil > now;
  const hasRepeats = notice.level === "fault" && notice.repeats < MAX_REPEATS;
  const repeatAt = hasRepeats
    ? (notice.repeatAt ?? notice.createdAt + GROUPING_MS + interval)
    : null;
  const step = notice.level === "info" ? undefined : steps[notice.escalations];
  const stepAt = step === undefined ? null : notice.createdAt + step.afterMinutes * MINUTE_MS;
  if (isSnoozed) {
    const isLeft = repeatAt !== null || stepAt !== null;
    return { ...NOTHING, repeatAt, nextAt: isLeft ? snoozedUntil : null };
  }
  const repeats = repeatAt !== null && repeatAt <= now;
  const escalates = stepAt !== null && stepAt <= now;
  const hasMoreRepeats = notice.repeats + Number(repeats) < MAX_REPEATS;
  const nextRepeatAt = repeats ? (hasMoreRepeats ? now + interval : null) : repeatAt;
  const next = escalates ? steps[notice.escalations + 1] : step;
  const nextStepAt = next === undefined ? null : notice.createdAt + next.afterMinutes * MINUTE_MS;
  return {
    repeat: repeats ? notice.repeats + 1 : null,
    escalation: escalates ? notice.escalations + 1 : null,
    repeatAt: nextRepeatAt,
    nextAt: earlierOf(nextRepeatAt, nextStepAt),
  };
}

function earlierOf(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}
