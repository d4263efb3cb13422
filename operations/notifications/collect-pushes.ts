import type { WaitingRow } from "#database/notifications/notifications.ts";
import type { CollectedKind } from "#domain/notifications/plan-pushes.ts";
import { MAX_PUSH_ENTRIES } from "#domain/push/push-attempts.ts";
import { newestStates } from "./newest-states.ts";

/**
 * Returns the values of a push message that contains several notifications of one user: the most urgent alarms, and how
 * many there are at each site. `collectedPush` reads them.
 */
export function collectPushes(kind: CollectedKind, rows: readonly WaitingRow[]) {
  const { alarms, summaries } = newestStates(rows);
  const all = [...alarms, ...summaries];
  return {
    kind,
    entries: all.slice(0, MAX_PUSH_ENTRIES).map((row) => ({
      kind: row.kind,
      siteId: row.siteId,
      logId: row.logId,
      level: row.level,
      alarm: JSON.parse(row.alarm),
      summary: JSON.parse(row.summary ?? "null"),
    })),
    counts: [...Map.groupBy(all, ({ siteId }) => siteId)].map(([siteId, { length }]) => ({
      siteId,
      count: length,
    })),
  };
}
