import { and, desc, eq, isNotNull, isNull, lt, notExists, or, sql } from "drizzle-orm";
import type { TokenScope } from "#domain/sessions/access-token.ts";
import {
  SESSION_LIFETIME_MS,
  SESSION_MEMORY_MS,
  SESSION_TOUCH_MS,
  type SessionEnd,
} from "#domain/sessions/session-life.ts";
import { accessTokens } from "./account-schema.ts";
import type { Database } from "./connect.ts";
import { keepBrowser, type SigningBrowser } from "./known-browsers.ts";
import { ask, nameColumns, prepareQuestion, type RowOf } from "./question.ts";
import { sessionSites, sessions, users } from "./schema.ts";

/**
 * Begins a session; false where the password that was shown is no longer the stored one. Then the browser, if it is told
 * of one, is not known either.
 */
export async function addSession(
  database: Database,
  session: {
    id: string;
    userId: number;
    passwordHash: string;
    now: number;
    browser?: SigningBrowser;
  },
): Promise<boolean> {
  const { id, userId, passwordHash, now, browser } = session;
  const known = and(eq(users.id, userId), eq(users.passwordHash, passwordHash));
  const kept = browser && keepBrowser(database, browser, { sessionId: id, now });
  const [added] = await database.batch([
    database
      .insert(sessions)
      .select(
        sql`select ${id}, ${users.id}, ${now}, ${now}, null, null from ${users} where ${known}`,
      )
      .returning({ id: sessions.id }),
    ...(kept ?? []),
  ]);
  return added.length === 1;
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
  screenSaver: users.screenSaver,
  rightsVersion: users.rightsVersion,
};
const lifeColumns = {
  lastUsedAt: sessions.lastUsedAt,
  endedAt: sessions.endedAt,
  endedBy: sessions.endedBy,
};
const known = { ...personColumns, ...lifeColumns };
/** All null where the session is not that of a personal access token. */
const tokenColumns = {
  tokenScope: accessTokens.scope,
  tokenSiteIds: accessTokens.siteIds,
  tokenExpiresAt: accessTokens.expiresAt,
  tokenUsedAt: accessTokens.lastUsedAt,
};
const found = { ...known, ...tokenColumns };
type Found = RowOf<typeof known> & {
  tokenScope: TokenScope | null;
  /** JSON. */
  tokenSiteIds: string | null;
  tokenExpiresAt: number | null;
  tokenUsedAt: number | null;
};

const sessionById = prepareQuestion<Found>(found, (database) =>
  database
    .select(nameColumns(found))
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(accessTokens, eq(accessTokens.id, sessions.id))
    .where(eq(sessions.id, sql.placeholder("id"))),
);

/** A session with its person, ended or not, and the personal access token whose it is, if it is one's. */
export async function findSession(database: Database, id: string) {
  const [row] = await ask(database, sessionById(database, { id }));
  if (row === undefined) return undefined;
  const { lastUsedAt, endedAt, endedBy, ...rest } = row;
  const { tokenScope, tokenSiteIds, tokenExpiresAt, tokenUsedAt, ...person } = rest;
  return {
    session: { lastUsedAt, endedAt, endedBy },
    token:
      tokenScope === null
        ? undefined
        : {
            scope: tokenScope,
            siteIds: JSON.parse(tokenSiteIds ?? "null") as number[] | null,
            expiresAt: tokenExpiresAt ?? 0,
            lastUsedAt: tokenUsedAt,
          },
    person: { ...person, demo: person.demo === 1 },
  };
}

export async function touchSession(database: Database, id: string, now: number) {
  await database.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.id, id));
}

/** The sessions of a person that have not ended, used last first, without those of personal access tokens. */
export async function listSessions(database: Database, userId: number) {
  return database
    .select({ id: sessions.id, createdAt: sessions.createdAt, ...lifeColumns })
    .from(sessions)
    .leftJoin(accessTokens, eq(accessTokens.id, sessions.id))
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), isNull(accessTokens.id)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt));
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
