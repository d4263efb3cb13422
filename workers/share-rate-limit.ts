import { Problem } from "#domain/problem.ts";
import type { Context } from "#operations/context.ts";

/** Requests of one session of a link: so many at once, and from then on so many a second. A page makes about twenty. */
const BURST = 200;
const PER_SECOND = 20;
/** A refused one is answered only after this long: its connections wait instead of asking again at once. */
const HELD_MS = 1_000;
const MAX_REMEMBERED = 1_000;

/** What is left to the sessions that this process has seen, and when it was counted, ms UTC. */
const sessions = new Map<string, { left: number; at: number }>();

/**
 * Takes one request from what a session of a link may make in this process: a link is open to anyone.
 * @throws Problem tooFast
 */
export async function enforceShareRateLimit(
  session: string,
  { now, pause }: Pick<Context, "now" | "pause">,
): Promise<void> {
  const at = now();
  const known = sessions.get(session);
  const earned = known === undefined ? BURST : (Math.max(0, at - known.at) / 1_000) * PER_SECOND;
  const left = Math.min(BURST, (known?.left ?? 0) + earned);
  sessions.delete(session);
  sessions.set(session, { left: left < 1 ? left : left - 1, at });
  for (const name of sessions.keys()) {
    if (sessions.size <= MAX_REMEMBERED) break;
    sessions.delete(name);
  }
  if (left >= 1) return;
  await pause(HELD_MS);
  throw new Problem("tooFast", { retryAfter: 1 });
}
