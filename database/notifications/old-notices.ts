import { DAY_MS } from "#domain/units/durations.ts";
import type { Database } from "../connect.ts";

/** Time for which notices and their notifications are kept after their alarm has ended, ms. */
const NOTICES_KEPT_MS = 35 * DAY_MS;
/** Notices deleted at once; the next turn continues. */
const DELETED_AT_ONCE = 500;

/**
 * Deletes old notices with their notifications. Those of an open alarm are kept, because its end goes to everyone who was
 * notified of the start.
 */
export async function deleteOldNotices({ $client }: Database, now: number): Promise<void> {
  await $client
    .prepare(
      `delete from notices where id in (
        select notice.id from notices notice
        where notice.created_at < ?1 and not exists (
          select 1 from site_alarms alarm
          where alarm.site_id = notice.site_id and alarm.log_id = notice.log_id and alarm.end_time is null)
        order by notice.created_at limit ?2)`,
    )
    .bind(now - NOTICES_KEPT_MS, DELETED_AT_ONCE)
    .run();
}
