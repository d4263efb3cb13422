import { MINUTE_S } from "#domain/units/durations.ts";
import type { PlatformCondition } from "../alarm-row.ts";
import type { EventLevel } from "../event.ts";

/** One period in which a platform condition held. All instants are ms UTC. */
export type ConditionEpisode = {
  /** Begin of the condition. */
  startTime: number;
  /** Instant at which it became an alarm. */
  dateTime: number;
};

/** Level and delay of the notification of each platform condition; a loss of monitoring is a fault. */
export const PLATFORM_ALARMS: Readonly<
  Record<PlatformCondition, { level: EventLevel; notifyAfter: number }>
> = {
  // Both have already lasted for the allowed gap.
  loggerOffline: { level: "fault", notifyAfter: 0 },
  noData: { level: "fault", notifyAfter: 0 },
  // Loggers correct their clocks and find their equipment in the first minutes after they start.
  clockWrong: { level: "warning", notifyAfter: 2 * MINUTE_S },
  equipmentMissing: { level: "warning", notifyAfter: 2 * MINUTE_S },
};

/** Returns the key of the alarm of a condition, as `AlarmRow.key`. */
export function conditionKey(condition: PlatformCondition, equipment: string | null): string {
  return equipment === null ? `platform/${condition}` : `platform/${condition}/${equipment}`;
}
