import { releaseOf, type Waiting } from "./plan-mails.ts";

/** A push notification that waits. `dueAt` is later than `createdAt` if it was deferred, ms UTC. */
export type WaitingPush = Waiting & { dueAt: number };

/** Kind of a push message that contains several notifications: of quiet hours or a day, or of a mass outage. */
export type CollectedKind = "digest" | "outage";

export type PushPlan = {
  /** Notifications that are one message each. */
  single: number[];
  /** Notifications that are one message together. */
  collected: { kind: CollectedKind; ids: number[] }[];
  /** Notifications that wait until an instant, ms UTC. */
  postponed: { id: number; dueAt: number }[];
};

/**
 * Plans the push messages of one user from all waiting notifications. Those that were deferred form one digest when they
 * are released, and those that a mass outage held form one message. Deferred ones form a digest too if the user has
 * changed the quiet hours in the meantime. All others are sent at once.
 */
export function planPushes(waiting: readonly WaitingPush[], now: number): PushPlan {
  const plan: PushPlan = { single: [], collected: [], postponed: [] };
  const collected: Record<CollectedKind, number[]> = { digest: [], outage: [] };
  for (const one of waiting) {
    const { id, heldUntil, createdAt, dueAt } = one;
    const { at, isDeferred } = releaseOf(one, now);
    const wasDeferred = heldUntil === null && dueAt > createdAt;
    if (at > now) plan.postponed.push({ id, dueAt: at });
    else if (isDeferred || wasDeferred) collected.digest.push(id);
    else if (heldUntil !== null) collected.outage.push(id);
    else plan.single.push(id);
  }
  for (const kind of ["digest", "outage"] as const) {
    const ids = collected[kind];
    if (ids.length > 1) plan.collected.push({ kind, ids });
    else plan.single.push(...ids);
  }
  return plan;
}
