import { MINUTE_MS } from "#domain/units/durations.ts";
import {
  type Cause,
  type CauseKind,
  type ClassifiedAlarm,
  type TypeOf,
  typeOfAddress,
} from "./causes.ts";
import { isExplainedBy } from "./explanations.ts";

/** An alarm that outlasts its cause by this long is notified separately, ms. */
export const OUTLASTS_MS = 2 * MINUTE_MS;

/** The reason why an alarm is not notified now. */
export type Inhibition = {
  /** Key of the cause: `AlarmRow.inhibitedBy`. */
  by: string;
  /** Instant at which the alarm is notified if it is still active, ms UTC; null while the cause lasts. */
  until: number | null;
};

/** The cause that is stated if there are several. */
const PRIORITY: readonly CauseKind[] = [
  "loggerOffline",
  "outputOff",
  "gridLost",
  "inputDead",
  "batteryLost",
  "night",
];

/**
 * Finds what suppresses the notification of an alarm at an instant: a cause that explains the alarm, overlaps it, and
 * is active or ended less than 120 s ago. Causes never suppress alarms that are causes of the same kind, so that two
 * of them do not suppress each other.
 * @param causes those that are themselves notified; otherwise nothing would be
 * @param at ms UTC
 * @returns null if the alarm may be notified
 */
export function findInhibition(
  alarm: ClassifiedAlarm,
  causes: readonly Cause[],
  at: number,
  typeOf: TypeOf = typeOfAddress,
): Inhibition | null {
  const own = causes.find(({ key }) => key === alarm.key);
  const acting = causes.filter(
    (cause) =>
      cause.kind !== own?.kind && isActing(cause, alarm, at) && isExplainedBy(cause, alarm, typeOf),
  );
  const [stated] = acting.toSorted(
    (one, other) =>
      PRIORITY.indexOf(one.kind) - PRIORITY.indexOf(other.kind) ||
      one.startTime - other.startTime ||
      (one.key < other.key ? -1 : 1),
  );
  if (stated === undefined) return null;
  const ends = acting.map(({ endTime }) => endTime ?? Number.POSITIVE_INFINITY);
  const end = Math.max(...ends);
  return { by: stated.key, until: Number.isFinite(end) ? end + OUTLASTS_MS : null };
}

function isActing(cause: Cause, alarm: ClassifiedAlarm, at: number): boolean {
  const end = cause.endTime ?? Number.POSITIVE_INFINITY;
  return cause.startTime <= at && at < end + OUTLASTS_MS && end >= alarm.startTime;
}
