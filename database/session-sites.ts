import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "./connect.ts";
import { sessionSites, sessions } from "./schema.ts";

/** Records that a session is about to have sockets at a site; false, and nothing recorded, where it has ended. */
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

/** Where a session may have sockets. */
export async function listSessionSites(database: Database, sessionId: string): Promise<number[]> {
  const rows = await database
    .select({ siteId: sessionSites.siteId })
    .from(sessionSites)
    .where(eq(sessionSites.sessionId, sessionId));
  return rows.map((row) => row.siteId);
}

/** Where the ended sessions of a person may still have sockets. */
export async function listEndedSessionSites(database: Database, userId: number) {
  return database
    .select({ sessionId: sessionSites.sessionId, siteId: sessionSites.siteId })
    .from(sessionSites)
    .innerJoin(sessions, eq(sessions.id, sessionSites.sessionId))
    .where(and(eq(sessions.userId, userId), isNotNull(sessions.endedAt)));
}

/** Where sessions that have ended may still have sockets, because a site could not be told. */
export async function listPendingSessionSites(database: Database, limit: number) {
  return database
    .select({ sessionId: sessionSites.sessionId, siteId: sessionSites.siteId })
    .from(sessionSites)
    .innerJoin(sessions, eq(sessions.id, sessionSites.sessionId))
    .where(isNotNull(sessions.endedAt))
    .limit(limit);
}

export async function removeSessionSite(database: Database, sessionId: string, siteId: number) {
  await database
    .delete(sessionSites)
    .where(and(eq(sessionSites.sessionId, sessionId), eq(sessionSites.siteId, siteId)));
}
