import { DAY_MS, HOUR_MS } from "../units/durations.ts";

/** Lifetime of a session from its last use, ms. */
export const SESSION_LIFETIME_MS = 30 * DAY_MS;
/** Maximum lifetime of a session from its sign-in, ms. */
export const MAX_SESSION_AGE_MS = 180 * DAY_MS;
/** Maximum number of sessions of a user; a further sign-in ends the least recently used one. */
export const MAX_SESSIONS = 50;
/** Minimum interval between two updates of a session's last use, ms, so that not every request writes. */
export const SESSION_TOUCH_MS = HOUR_MS;
/** Time for which it is stored that a session was ended from elsewhere, ms. */
export const SESSION_MEMORY_MS = 30 * DAY_MS;

/** Origin of a session's end: its own sign-out, or elsewhere, such as another session. */
export type SessionEnd = "self" | "elsewhere";

/** Stored data that decides on the validity of a session. */
export type SessionLife = {
  /** ms UTC */
  createdAt: number;
  /** ms UTC, up to SESSION_TOUCH_MS before the actual last use */
  lastUsedAt: number;
  /** ms UTC; null while it is not ended */
  endedAt: number | null;
  endedBy: SessionEnd | null;
};

/** Returns whether a session is valid at `now` (ms UTC), and if not, whether it was ended from elsewhere. */
export function judgeSession(
  session: SessionLife,
  now: number,
): "live" | "expired" | "endedElsewhere" {
  if (session.endedAt !== null) {
    const remembered = now - session.endedAt < SESSION_MEMORY_MS;
    return session.endedBy === "elsewhere" && remembered ? "endedElsewhere" : "expired";
  }
  const unusedUntil = session.lastUsedAt + SESSION_LIFETIME_MS + SESSION_TOUCH_MS;
  return now < Math.min(unusedUntil, session.createdAt + MAX_SESSION_AGE_MS) ? "live" : "expired";
}

/** Returns whether the last use of a live session must be updated at `now`, ms UTC. */
export function isTouchDue(session: Pick<SessionLife, "lastUsedAt">, now: number): boolean {
  return now - session.lastUsedAt >= SESSION_TOUCH_MS;
}
