import { DAY_MS, HOUR_MS } from "../units/durations.ts";

/** A session lives this long from its last use. */
export const SESSION_LIFETIME_MS = 30 * DAY_MS;
/** It lives no longer than this from its sign-in, however often it is used. */
export const MAX_SESSION_AGE_MS = 180 * DAY_MS;
/** A user has at most this many at a time; a further sign-in ends the one used longest ago. */
export const MAX_SESSIONS = 50;
/** Its last use is written down at most this often, so that not every request writes. */
export const SESSION_TOUCH_MS = HOUR_MS;
/** That a session was ended from elsewhere is remembered this long. */
export const SESSION_MEMORY_MS = 30 * DAY_MS;

export type SessionEnd = "self" | "elsewhere";

export type SessionLife = {
  /** ms UTC */
  createdAt: number;
  /** ms UTC, true to within SESSION_TOUCH_MS */
  lastUsedAt: number;
  endedAt: number | null;
  endedBy: SessionEnd | null;
};

/** Whether a session still counts, and if not, whether its end came from elsewhere. */
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

/** Whether the use of a live session is to be written down. */
export function isTouchDue(session: Pick<SessionLife, "lastUsedAt">, now: number): boolean {
  return now - session.lastUsedAt >= SESSION_TOUCH_MS;
}
