import {
  listEndedSessionSites,
  listSessionSites,
  removeSessionSite,
} from "#database/auth/session-sites.ts";
import { Problem } from "#domain/problem.ts";
import type { Context } from "../context.ts";

/**
 * Closes the sockets of an ended session at every site. A site that cannot be notified stays on record, and the sweep
 * retries it.
 * @throws Problem unavailable if a site could not be notified
 */
export async function closeSockets(context: Context, session: string): Promise<void> {
  const siteIds = await listSessionSites(context.database, session);
  const closed = await Promise.all(siteIds.map((siteId) => closeAtSite(context, session, siteId)));
  if (closed.includes(false)) throw new Problem("unavailable");
}

/** Closes the sockets of all ended sessions of a user; failures are only logged and retried by the sweep. */
export async function closeSocketsOf(context: Context, userId: number): Promise<void> {
  const places = await listEndedSessionSites(context.database, userId);
  await Promise.all(places.map(({ sessionId, siteId }) => closeAtSite(context, sessionId, siteId)));
}

/** Returns false if the site could not be notified. */
export async function closeAtSite(
  context: Context,
  session: string,
  siteId: number,
): Promise<boolean> {
  try {
    await context.siteObject(siteId).endViewers({ session });
  } catch (error) {
    context.log.error("a site could not be notified of an ended session", error);
    return false;
  }
  await removeSessionSite(context.database, session, siteId);
  return true;
}
