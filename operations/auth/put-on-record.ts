import { recordSessionSite } from "#database/auth/session-sites.ts";
import { Problem } from "#domain/problem.ts";
import type { Context } from "../context.ts";

const MAX_REMEMBERED = 10_000;
/** Entries that this isolate has recorded, as "session site". An entry is only removed after its session has ended. */
const onRecord = new Set<string>();

/**
 * Records a site of a session before the session can open a socket or leave a change there, so that a concurrent
 * sign-out finds it. Once per session and site is enough.
 * @throws Problem notSignedIn if the session has ended
 */
export async function putOnRecord(
  { database }: Context,
  place: { sessionId: string; siteId: number; now: number },
): Promise<void> {
  const name = `${place.sessionId} ${place.siteId}`;
  if (onRecord.has(name)) return;
  if (!(await recordSessionSite(database, place))) throw new Problem("notSignedIn");
  if (onRecord.size >= MAX_REMEMBERED) onRecord.clear();
  onRecord.add(name);
}
