import { endOfHolds } from "./mass-outage.ts";
import { PUSH_INTERVAL_MS } from "./notice.ts";
import { releaseOf, type Waiting } from "./plan-mails.ts";

/**
 * A push notification that waits. `dueAt` is later than `createdAt` if it was postponed; `lastSentAt` is the instant of
 * the last push to the user about the site. Instants are ms UTC.
 */
export type WaitingPush = Waiting & { dueAt: number };

/**
 * Kind of a push message that contains several notifications: of quiet hours or a day, of a mass outage, or those of one
 * site that followed a push within a minute.
 */
export type CollectedKind = "digest" | "outage" | "site";

export type PushPlan = {
  /** Notifications that are one message each. */
  single: number[];
  /** Notifications that are one message together. */
  collected: { kind: CollectedKind; ids: number[] }[];
  /** Notifications that wait until an instant, ms UTC. */
  postponed: { id: number; dueAt: number }[];
};

/**
 * Plans the push messages of one user from all waiting notifications.
 *
 * The first one about a site is sent at once. What follows within a minute is one message when that minute ends, and so on
 * for as long as notifications follow. Those that were deferred form one digest when they are released, and those that a
 * mass outage held form one message. Deferred ones form a digest too if the user has changed the quiet hours meanwhile.
 */
export function planPushes(waiting: readonly WaitingPush[], now: number): PushPlan {
  const plan: PushPlan = { single: [], collected: [], postponed: [] };
  const add = (kind: CollectedKind, ids: number[]) => {
    if (ids.length > 1) plan.collected.push({ kind, ids });
    else plan.single.push(...ids);
  };
  const [live, digest, outage]: [WaitingPush[], number[], number[]] = [[], [], []];
  const holds: number[] = [];
  for (const one of waiting) {
    const { id, heldUntil, createdAt, dueAt } = one;
    const { at, isDeferred } = releaseOf(one, now);
    // One that arrived while an earlier one was sent waits for that minute, too.
    const wasDeferred = heldUntil === null && dueAt > createdAt + 2 * PUSH_INTERVAL_MS;
    if (heldUntil !== null && !isDeferred) holds.push(heldUntil);
    if (at > now) plan.postponed.push({ id, dueAt: at });
    else if (isDeferred || wasDeferred) digest.push(id);
    else if (heldUntil !== null) outage.push(id);
    else live.push(one);
  }
  for (const rows of Map.groupBy(live, ({ siteId }) => siteId).values()) {
    const ids = rows.map(({ id }) => id);
    const freeAt = Math.max(
      ...rows.map(({ lastSentAt }) => (lastSentAt ?? Number.NEGATIVE_INFINITY) + PUSH_INTERVAL_MS),
    );
    if (freeAt > now) plan.postponed.push(...ids.map((id) => ({ id, dueAt: freeAt })));
    else add("site", ids);
  }
  add("digest", digest);
  const outageAt = endOfHolds(holds);
  if (outageAt > now) plan.postponed.push(...outage.map((id) => ({ id, dueAt: outageAt })));
  else add("outage", outage);
  return plan;
}
