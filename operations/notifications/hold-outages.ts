import type { WaitingRow } from "#database/notifications/notifications.ts";
import { holdNotices, readStoppedSites } from "#database/notifications/outages.ts";
import { findMassOutages, OUTAGE_WINDOW_MS } from "#domain/notifications/mass-outage.ts";
import { OUTAGE_HOLD_MS } from "#domain/notifications/notice.ts";
import type { PlanContext } from "./plan-context.ts";

/**
 * Holds the notices about offline loggers that belong to a mass outage, and returns the other notifications. A notice is
 * held once.
 */
export async function holdOutages(
  { database, log, now }: Pick<PlanContext, "database" | "log" | "now">,
  rows: readonly WaitingRow[],
): Promise<readonly WaitingRow[]> {
  const offline = rows.filter(({ isOffline, heldUntil }) => isOffline && heldUntil === null);
  if (offline.length === 0) return rows;
  const times = offline.map(({ startTime }) => startTime);
  const { stopped, online } = await readStoppedSites(database, {
    from: Math.min(...times) - OUTAGE_WINDOW_MS,
    until: Math.max(...times) + OUTAGE_WINDOW_MS,
  });
  const isOfOutage = findMassOutages(stopped, online);
  const held = new Set(
    offline.filter((row) => isOfOutage(row.startTime)).map((row) => row.noticeId),
  );
  if (held.size === 0) return rows;
  log.info("notices of a mass outage are held", { notices: held.size, online });
  await holdNotices(database, [...held], now() + OUTAGE_HOLD_MS);
  return rows.filter(({ noticeId }) => !held.has(noticeId));
}
