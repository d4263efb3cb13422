import { type AlarmFilter, NO_FILTER } from "#app/alarms/alarm-filter.ts";
import type { ApiAnswer } from "#app/api/api-types.ts";

/** Open alarms of all sites are listed without a choice. */
export const USUAL_FILTER: AlarmFilter = { ...NO_FILTER, state: "open" };
/** Alarms of a page. */
export const ALARMS_PAGE = 25;

/** Message of a form without a selected alarm. */
export const NOTHING_SELECTED = "nothingSelected";

export type SiteAlarm = ApiAnswer<"POST /site/v2/alarm/all/page">["rows"][number];
export type AlarmCounts = ApiAnswer<"POST /site/v2/alarm/all/page">["counts"];

type AcknowledgeResult = ApiAnswer<"POST /site/v2/alarm/all/acknowledge">["results"][number];

/** Numbers of acknowledged alarms, of those that had ended, and of those that could not be acknowledged. */
export type AcknowledgedCounts = { done: number; ended: number; failed: number };
export type AllAlarmsExtra = { acknowledged: AcknowledgedCounts };

/** Counts what became of each alarm. */
export function countResults(
  results: readonly Pick<AcknowledgeResult, "result">[],
): AcknowledgedCounts {
  const counts = { done: 0, ended: 0, failed: 0 };
  for (const { result } of results) {
    if (result === "acknowledged") counts.done += 1;
    else if (result === "ended") counts.ended += 1;
    else counts.failed += 1;
  }
  return counts;
}
