import { type AlarmFilter, NO_FILTER } from "#app/alarms/alarm-filter.ts";
import type { AcknowledgeFailure } from "#app/alarms/alarm-notes.tsx";
import type { ApiAnswer } from "#app/api/api-types.ts";

/** Open alarms of all sites are listed without a choice. */
export const USUAL_FILTER: AlarmFilter = { ...NO_FILTER, state: "open" };
/** Alarms of a page. */
export const ALARMS_PAGE = 25;

/** Message of a form without a selected alarm. */
export const NOTHING_SELECTED = "nothingSelected";

export type SiteAlarm = ApiAnswer<"POST /site/v2/alarm/all/page">["rows"][number];
export type AlarmCounts = ApiAnswer<"POST /site/v2/alarm/all/page">["counts"];

export type AcknowledgeOutcome =
  ApiAnswer<"POST /site/v2/alarm/all/acknowledge">["results"][number]["result"];

/** The result for each selected alarm, by the value of its check box. */
export type AcknowledgeOutcomes = Readonly<Record<string, AcknowledgeOutcome>>;
export type AllAlarmsExtra = { outcomes: AcknowledgeOutcomes };

/** Value of the check box of an alarm. */
export function selectionOf({ site, logId }: Pick<SiteAlarm, "site" | "logId">): string {
  return `${site.id} ${logId}`;
}

/** Reads the value of a check box; texts that are none become NaN, which the call refuses. */
export function readSelection(value: string): { siteId: number; logId: number } {
  const [siteId = Number.NaN, logId = Number.NaN] = value.split(" ").map(Number);
  return { siteId, logId };
}

/** Why an alarm could not be acknowledged; null if it was, or has ended. */
export function failureOf(outcome: AcknowledgeOutcome | undefined): AcknowledgeFailure | null {
  return outcome === undefined || outcome === "acknowledged" || outcome === "ended"
    ? null
    : outcome;
}

/** Numbers of acknowledged alarms, of those that had ended, and of those that could not be acknowledged. */
export function countOutcomes(outcomes: AcknowledgeOutcomes) {
  const counts = { done: 0, ended: 0, failed: 0 };
  for (const outcome of Object.values(outcomes)) {
    if (failureOf(outcome) !== null) counts.failed += 1;
    else if (outcome === "ended") counts.ended += 1;
    else counts.done += 1;
  }
  return counts;
}
