import {
  listEndedSessionSites,
  listSessionSites,
  removeSessionSite,
} from "#database/session-sites.ts";
import { Problem } from "#domain/problem.ts";
import type { Context } from "../context.ts";

/**
 * Has every site where an ended session may have sockets close them.
 * A site that cannot be told stays on record, for the sweep to tell it.
 * @throws Problem unavailable where a site could not be told
 */
export async function closeSockets(context: Context, session: string): Promise<void> {
  const siteIds = await listSessionSites(context.database, session);
  const told = await Promise.all(siteIds.map((siteId) => closeAtSite(context, session, siteId)));
  if (told.includes(false)) throw new Problem("unavailable");
}

/** The same for all sessions of a person that have ended; those that stay on record are only logged. */
export async function closeSocketsOf(context: Context, userId: number): Promise<void> {
  const places = await listEndedSessionSites(context.database, userId);
  await Promise.all(places.map(({ sessionId, siteId }) => closeAtSite(context, sessionId, siteId)));
}

/** False where the site could not be told. */
export async function closeAtSite(
  context: Context,
  session: string,
  siteId: number,
): Promise<boolean> {
  try {
    await context.siteObject(siteId).endViewers({ session });
  } catch (error) {
    context.log.error("a site could not be told of an ended session", error);
    return false;
  }
  await removeSessionSite(context.database, session, siteId);
  return true;
}
