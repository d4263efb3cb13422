import type { WaitingRow } from "#database/notifications/notifications.ts";

/**
 * Returns the alarms of some notifications of one user, the most urgent first, each with its newest notification, and the
 * summaries of backlogs.
 */
export function newestStates(rows: readonly WaitingRow[]): {
  alarms: WaitingRow[];
  summaries: WaitingRow[];
} {
  const newest = new Map<string, WaitingRow>();
  for (const row of rows.toSorted((one, other) => one.id - other.id))
    if (row.kind !== "summary") newest.set(`${row.siteId} ${row.logId}`, row);
  return {
    alarms: [...newest.values()].toSorted(byUrgency),
    summaries: rows.filter(({ kind }) => kind === "summary"),
  };
}

const LEVELS = ["fault", "warning", "info"];

/** Active alarms before ended ones, then by level, the oldest first. */
function byUrgency(one: WaitingRow, other: WaitingRow): number {
  return (
    Number(one.kind === "end") - Number(other.kind === "end") ||
    LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level) ||
    one.startTime - other.startTime ||
    one.id - other.id
  );
}
