import type { FollowUp } from "#database/notifications/alarm-notices.ts";
import {
  type FollowedNotice,
  readDueNotices,
  writeFollowUps,
} from "#database/notifications/follow-ups.ts";
import { planFollowUps } from "#domain/notifications/follow-ups.ts";
import type { PlanContext } from "./plan-context.ts";

/** Notices of one transaction. Each writes five statements at most. */
const NOTICES_AT_ONCE = 100;

/**
 * Writes the repeats and escalations that are due.
 * @param end instant after which no further round is begun, ms UTC
 */
export async function followUp(
  { database, now }: Pick<PlanContext, "database" | "now">,
  end: number,
): Promise<void> {
  while (now() < end) {
    const at = now();
    const due = await readDueNotices(database, at, NOTICES_AT_ONCE);
    const followed: FollowedNotice[] = [];
    const written: FollowUp[] = [];
    for (const notice of due) {
      const { id: noticeId, logId, steps } = notice;
      const plan = planFollowUps(notice, logId === null ? null : notice, steps ?? [], at);
      const { repeat, escalation, repeatAt, nextAt } = plan;
      if (repeat !== null) written.push({ noticeId, kind: "repeat", number: repeat, userIds: [] });
      if (escalation !== null) {
        const userIds = steps?.[escalation - 1]?.userIds ?? [];
        written.push({ noticeId, kind: "escalation", number: escalation, userIds });
      }
      followed.push({
        id: noticeId,
        repeats: repeat ?? notice.repeats,
        escalations: escalation ?? notice.escalations,
        repeatAt,
        nextAt,
      });
    }
    await writeFollowUps(database, followed, written, at);
    if (due.length < NOTICES_AT_ONCE) return;
  }
}
