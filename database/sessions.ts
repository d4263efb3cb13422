import { and, eq, isNotNull, isNull, lt, notExists, or, sql } from "drizzle-orm";
import {
  SESSION_LIFETIME_MS,
  SESSION_MEMORY_MS,
  SESSION_TOUCH_MS,
  type SessionEnd,
} from "#domain/sessions/session-life.ts";
import type { Database } from "./connect.ts";
import { ask, nameColumns, prepareQuestion, type RowOf } from "./question.ts";
import { sessionSites, sessions, users } from "./schema.ts";

export async function addSession(
  database: Database,
  session: { id: string; userId: number; now: number },
) {
  const { id, userId, now } = session;
  await database.insert(sessions).values({ id, userId, createdAt: now, lastUsedAt: now });
}

/** What every request needs to know of who asks. */
const personColumns = {
  id: users.id,
  account: users.account,
  email: users.email,
  name: users.name,
  type: users.type,
  rule: users.rule,
  demo: users.demo,
  language: users.language,
  header: users.header,
  rightsVersion: users.rightsVersion,
};
const lifeColumns = {
  lastUsedAt: sessions.lastUsedAt,
  endedAt: sessions.endedAt,
  endedBy: sessions.endedBy,
};
const found = { ...personColumns, ...lifeColumns };

const sessionById = prepareQuestion<RowOf<typeof found>>(found, (database) =>
  database
    .select(nameColumns(found))
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, sql.placeholder("id"))),
);

/** A session with its person, ended or not. */
export async function findSession(database: Database, id: string) {
  const [row] = await ask(database, sessionById(database, { id }));
  if (row === undefined) return undefined;
  const { lastUsedAt, endedAt, endedBy, ...person } = row;
  return {
    session: { lastUsedAt, endedAt, endedBy },
    person: { ...person, demo: person.demo === 1 },
  };
}

export async function touchSession(database: Database, id: string, now: number) {
  await database.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.id, id));
}

/** Ends a session; one that has ended keeps its first end. */
export async function endSession(database: Database, id: string, by: SessionEnd, now: number) {
  await database
    .update(sessions)
    .set({ endedAt: now, endedBy: by })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)));
}

/** Ends what nobody has used for too long. */
export async function endUnusedSessions(database: Database, now: number) {
  await database
    .update(sessions)
    .set({ endedAt: now, endedBy: "self" })
    .where(
      and(
        isNull(sessions.endedAt),
        lt(sessions.lastUsedAt, now - SESSION_LIFETIME_MS - SESSION_TOUCH_MS),
      ),
    );
}

/** Forgets ended sessions that need no memory, but for those whose sockets are still to be closed. */
export async function forgetSessions(database: Database, now: number) {
  const untold = database
    .select({ one: sql`1` })
    .from(sessionSites)
    .where(eq(sessionSites.sessionId, sessions.id));
  await database
    .delete(sessions)
    .where(
      and(
        isNotNull(sessions.endedAt),
        or(eq(sessions.endedBy, "self"), lt(sessions.endedAt, now - SESSION_MEMORY_MS)),
        notExists(untold),
      ),
    );
}
