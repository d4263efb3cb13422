import type { WaitingRow } from "#database/notifications/notifications.ts";
import type { CollectedKind } from "#domain/notifications/plan-pushes.ts";
import { MAX_PUSH_ENTRIES } from "#domain/push/push-attempts.ts";
import { newestStates } from "./newest-states.ts";

/**
 * Returns the values of a push message that contains several notifications of one user: the most urgent alarms, and how
 * many there are at each site, as `collectedPush` reads them. Those of a single alarm are an ordinary message about its
 * newest state, which replaces earlier ones on the screen.
 */
export function collectPushes(kind: CollectedKind, rows: readonly WaitingRow[]) {
  const { alarms, summaries } = newestStates(rows);
  const all = [...alarms, ...summaries];
  const [only, ...others] = all;
  if (only !== undefined && others.length === 0) return entryOf(only);
  return {
    kind,
    entries: all.slice(0, MAX_PUSH_ENTRIES).map(entryOf),
    counts: [...Map.groupBy(all, ({ siteId }) => siteId)].map(([siteId, { length }]) => ({
      siteId,
      count: length,
    })),
  };
}

function entryOf({ kind, siteId, logId, level, alarm, summary }: WaitingRow) {
  const values = { alarm: JSON.parse(alarm), summary: JSON.parse(summary ?? "null") };
  return { kind, siteId, logId, level, ...values };
}
