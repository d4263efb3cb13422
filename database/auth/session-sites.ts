import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { sessionSites, sessions } from "../schema/auth.ts";

/**
 * Records that a session is about to open sockets at a site. Returns false without recording if the session has ended.
 */
export async function recordSessionSite(
  database: Database,
  place: { sessionId: string; siteId: number; now: number },
): Promise<boolean> {
  const living = database
    .select({
      sessionId: sessions.id,
      siteId: sql<number>`${place.siteId}`.as("site_id"),
      ticketAt: sql<number>`${place.now}`.as("ticket_at"),
    })
    .from(sessions)
    .where(and(eq(sessions.id, place.sessionId), isNull(sessions.endedAt)));
  const recorded = await database
    .insert(sessionSites)
    .select(living)
    .onConflictDoUpdate({
      target: [sessionSites.sessionId, sessionSites.siteId],
      set: { ticketAt: place.now },
    })
    .returning();
  return recorded.length === 1;
}

/** Lists the sites at which a session may have sockets. */
export async function listSessionSites(database: Database, sessionId: string): Promise<number[]> {
  const rows = await database
    .select({ siteId: sessionSites.siteId })
    .from(sessionSites)
    .where(eq(sessionSites.sessionId, sessionId));
  return rows.map((row) => row.siteId);
}

/** Lists the sites at which ended sessions of a user may still have sockets. */
export async function listEndedSessionSites(database: Database, userId: number) {
  return database
    .select({ sessionId: sessionSites.sessionId, siteId: sessionSites.siteId })
    .from(sessionSites)
    .innerJoin(sessions, eq(sessions.id, sessionSites.sessionId))
    .where(and(eq(sessions.userId, userId), isNotNull(sessions.endedAt)));
}

/** Lists the sites at which ended sessions may still have sockets, because the site's object could not be notified. */
export async function listPendingSessionSites(database: Database, limit: number) {
  return database
    .select({ sessionId: sessionSites.sessionId, siteId: sessionSites.siteId })
    .from(sessionSites)
    .innerJoin(sessions, eq(sessions.id, sessionSites.sessionId))
    .where(isNotNull(sessions.endedAt))
    .limit(limit);
}

/** Removes the record of a site, once its object has closed the sockets of a session. */
export async function removeSessionSite(database: Database, sessionId: string, siteId: number) {
  await database
    .delete(sessionSites)
    .where(and(eq(sessionSites.sessionId, sessionId), eq(sessionSites.siteId, siteId)));
}
