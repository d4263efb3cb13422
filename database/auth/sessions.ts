import { and, desc, eq, inArray, isNotNull, isNull, lt, ne, notExists, or, sql } from "drizzle-orm";
import type { TokenScope } from "#domain/sessions/access-token.ts";
import {
  MAX_SESSION_AGE_MS,
  MAX_SESSIONS,
  SESSION_LIFETIME_MS,
  SESSION_MEMORY_MS,
  SESSION_TOUCH_MS,
  type SessionEnd,
} from "#domain/sessions/session-life.ts";
import type { Database } from "../connect.ts";
import { nameColumns, prepareQuery, type RowOf, runQuery } from "../prepared-query.ts";
import { sessionSites, sessions } from "../schema/auth.ts";
import { accessTokens } from "../schema/tokens.ts";
import { users } from "../schema/users.ts";
import { keepBrowser, type SigningBrowser } from "./known-browsers.ts";

export type NewSession = {
  id: string;
  userId: number;
  passwordHash: string;
  now: number;
  /** Browser and operating system; null if unknown. */
  client: string | null;
  browser?: SigningBrowser;
};

/**
 * Begins a session and ends those of the same user that it replaces: the one of the same browser, and those beyond the
 * cap, least recently used first (the shared demo account has no cap). Returns the ids of the ended sessions, whose
 * sockets are to be closed, or null if the verified password is no longer the stored one; then the browser is not
 * recorded either.
 */
export async function addSession(
  database: Database,
  session: NewSession,
): Promise<string[] | null> {
  const { id, userId, passwordHash, now, client, browser } = session;
  const known = and(eq(users.id, userId), eq(users.passwordHash, passwordHash));
  const kept = browser && keepBrowser(database, browser, { sessionId: id, now });
  const begun = sql`exists (select 1 from ${sessions} where ${sessions.id} = ${id})`;
  const shown = [browser?.id ?? null, browser?.was ?? null].filter((shown) => shown !== null);
  const [added, replaced, beyond] = await database.batch([
    database
      .insert(sessions)
      .select(
        sql`
          select ${id}, ${users.id}, ${now}, ${now}, null, null, null, ${browser?.id ?? null}, ${client}
          from ${users}
          where ${known}
        `,
      )
      .returning({ id: sessions.id }),
    database
      .update(sessions)
      .set({ endedAt: now, endedBy: "self" })
      .where(
        and(
          eq(sessions.userId, userId),
          inArray(sessions.browser, shown),
          ne(sessions.id, id),
          isNull(sessions.endedAt),
          begun,
        ),
      )
      .returning({ id: sessions.id }),
    database
      .update(sessions)
      .set({ endedAt: now, endedBy: "elsewhere" })
      .where(and(isBeyondCap(userId), begun))
      .returning({ id: sessions.id }),
    ...(kept ?? []),
  ]);
  return added.length === 1 ? [...replaced, ...beyond].map((ended) => ended.id) : null;
}

/** Condition: a sign-in ends the session, because the user has too many. Sessions of access tokens do not count. */
function isBeyondCap(userId: number) {
  return sql`
    ${sessions.id} in (
      select own.id
      from ${sessions} as own
      where own.user_id = ${userId}
        and own.ended_at is null and not exists (select 1 from ${accessTokens} where ${accessTokens.id} = own.id)
        and not exists (select 1 from ${users} where ${users.id} = ${userId} and ${users.demo})
      order by own.last_used_at desc, own.created_at desc, own.rowid desc
      limit -1 offset ${MAX_SESSIONS}
    )
  `;
}

/** The user's columns that every request needs. */
const personColumns = {
  id: users.id,
  account: users.account,
  email: users.email,
  name: users.name,
  type: users.type,
  rule: users.rule,
  hiddenSettings: users.hiddenSettings,
  demo: users.demo,
  language: users.language,
  header: users.header,
  screenSaver: users.screenSaver,
  rightsVersion: users.accessVersion,
};
const lifeColumns = {
  createdAt: sessions.createdAt,
  lastUsedAt: sessions.lastUsedAt,
  endedAt: sessions.endedAt,
  endedBy: sessions.endedBy,
};
const known = { ...personColumns, ...lifeColumns };
/** All null unless the session belongs to a personal access token. */
const tokenColumns = {
  tokenScope: accessTokens.scope,
  tokenSiteIds: accessTokens.siteIds,
  tokenExpiresAt: accessTokens.expiresAt,
  tokenUsedAt: accessTokens.lastUsedAt,
};
const found = { ...known, ...tokenColumns };
type SessionRow = RowOf<typeof known> & {
  tokenScope: TokenScope | null;
  /** A JSON text. */
  tokenSiteIds: string | null;
  tokenExpiresAt: number | null;
  tokenUsedAt: number | null;
};

const sessionById = prepareQuery<SessionRow>(found, (database) =>
  database
    .select(nameColumns(found))
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(accessTokens, eq(accessTokens.id, sessions.id))
    .where(eq(sessions.id, sql.placeholder("id"))),
);

/** Finds a session, ended or not, with its user and, if it belongs to one, its personal access token. */
export async function findSession(database: Database, id: string) {
  const [row] = await runQuery(database, sessionById(database, { id }));
  if (row === undefined) return undefined;
  const { createdAt, lastUsedAt, endedAt, endedBy, ...rest } = row;
  const { tokenScope, tokenSiteIds, tokenExpiresAt, tokenUsedAt, ...person } = rest;
  return {
    session: { createdAt, lastUsedAt, endedAt, endedBy },
    token:
      tokenScope === null
        ? undefined
        : {
            scope: tokenScope,
            siteIds: JSON.parse(tokenSiteIds ?? "null") as number[] | null,
            expiresAt: tokenExpiresAt ?? 0,
            lastUsedAt: tokenUsedAt,
          },
    person: {
      ...person,
      demo: person.demo === 1,
      hiddenSettings: person.hiddenSettings === 1,
    },
  };
}

/** Records the use of a session. */
export async function touchSession(database: Database, id: string, now: number) {
  await database.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.id, id));
}

/** Lists the active sessions of a user, last used first, without those of personal access tokens. */
export async function listSessions(database: Database, userId: number) {
  return database
    .select({ id: sessions.id, client: sessions.client, ...lifeColumns })
    .from(sessions)
    .leftJoin(accessTokens, eq(accessTokens.id, sessions.id))
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), isNull(accessTokens.id)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt));
}

/** Ends a session; an ended one keeps its first end. Returns no tokens, because they stay. */
export async function endSession(
  database: Database,
  id: string,
  by: SessionEnd,
  now: number,
): Promise<string[]> {
  await database
    .update(sessions)
    .set({ endedAt: now, endedBy: by })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)));
  return [];
}

/**
 * Ends a session and the personal access tokens that it created. Returns the ids of the tokens, whose sockets are to be
 * closed as well.
 */
export async function endSessionAndTokens(
  database: Database,
  id: string,
  by: SessionEnd,
  now: number,
): Promise<string[]> {
  const made = database
    .select({ id: accessTokens.id })
    .from(accessTokens)
    .where(eq(accessTokens.sessionId, id));
  const [, , removed] = await database.batch([
    database
      .update(sessions)
      .set({ endedAt: now, endedBy: by })
      .where(and(eq(sessions.id, id), isNull(sessions.endedAt))),
    database
      .update(sessions)
      .set({ endedAt: now, endedBy: "self" })
      .where(and(inArray(sessions.id, made), isNull(sessions.endedAt))),
    database
      .delete(accessTokens)
      .where(eq(accessTokens.sessionId, id))
      .returning({ id: accessTokens.id }),
  ]);
  return removed.map((token) => token.id);
}

/** Ends sessions that are unused for too long or too old; personal access tokens have an expiry of their own. */
export async function endUnusedSessions(database: Database, now: number) {
  await database
    .update(sessions)
    .set({ endedAt: now, endedBy: "self" })
    .where(
      and(
        isNull(sessions.endedAt),
        or(
          lt(sessions.lastUsedAt, now - SESSION_LIFETIME_MS - SESSION_TOUCH_MS),
          and(
            lt(sessions.createdAt, now - MAX_SESSION_AGE_MS),
            sql`not exists (select 1 from ${accessTokens} where ${accessTokens.id} = ${sessions.id})`,
          ),
        ),
      ),
    );
}

/** Deletes ended sessions that no longer matter, except those whose sockets are still to be closed. */
export async function deleteOldSessions(database: Database, now: number) {
  const pending = database
    .select({ one: sql`1` })
    .from(sessionSites)
    .where(eq(sessionSites.sessionId, sessions.id));
  await database
    .delete(sessions)
    .where(
      and(
        isNotNull(sessions.endedAt),
        or(eq(sessions.endedBy, "self"), lt(sessions.endedAt, now - SESSION_MEMORY_MS)),
        notExists(pending),
      ),
    );
}

/** Reads when a session was last confirmed, ms UTC; null if never or if the session has ended. */
export async function readConfirmation(database: Database, id: string): Promise<number | null> {
  const [row] = await database
    .select({ confirmedAt: sessions.confirmedAt })
    .from(sessions)
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)));
  return row?.confirmedAt ?? null;
}

/** Records that the user of a session has confirmed their identity. Returns false if the session has ended. */
export async function confirmSession(
  database: Database,
  id: string,
  now: number,
): Promise<boolean> {
  const confirmed = await database
    .update(sessions)
    .set({ confirmedAt: now })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)))
    .returning({ id: sessions.id });
  return confirmed.length === 1;
}
