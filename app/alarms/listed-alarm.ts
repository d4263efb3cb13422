import type { ApiAnswer } from "../api/api-types.ts";

/** A row of the alarm log as the calls return it. */
export type ListedAlarm = ApiAnswer<"POST /site/v4/alarm/logger/page">["rows"][number];

export const isOpen = ({ endTime }: Pick<ListedAlarm, "endTime">): boolean => endTime === null;

/** Whether an alarm can be acknowledged. */
export function isUnacknowledged(alarm: Pick<ListedAlarm, "endTime" | "acknowledged">): boolean {
  return isOpen(alarm) && alarm.acknowledged === null;
}
