import { Problem } from "#domain/problem.ts";
import type { Context } from "#operations/context.ts";

/** Rate limit of a share session: a burst of requests and a rate per second. A page sends about twenty requests. */
const BURST = 200;
const PER_SECOND = 20;
/** Delay of the answer to a refused request, ms, so that its connections wait instead of retrying at once. */
const HELD_MS = 1_000;
const MAX_REMEMBERED = 1_000;

/** Remaining requests of each session in this process, with the instant of the count, ms UTC. */
const sessions = new Map<string, { left: number; at: number }>();

/**
 * Counts one request of a share session in this process, because anyone can open a link.
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
