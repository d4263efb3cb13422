import { and, desc, eq, gt, inArray, isNull, lte, sql } from "drizzle-orm";
import type { SessionEnd } from "#domain/sessions/session-life.ts";
import type { Database } from "../connect.ts";
import { type QueuedMail, queueMailWhere } from "../mails/mails.ts";
import { sessions } from "../schema/auth.ts";
import { memberships } from "../schema/members.ts";
import { accessTokens } from "../schema/tokens.ts";

/** A personal access token; `id` is its SHA-256. */
export type StoredToken = typeof accessTokens.$inferSelect;

export type NewToken = Omit<
  StoredToken,
  "lastUsedAt" | "sessionId" | "sessionClient" | "sessionCreatedAt"
>;

/** Result of adding a token; a `SessionEnd` states how the requesting session has ended in the meantime. */
export type AddedToken = StoredToken | "tooMany" | SessionEnd;

/**
 * Adds a token, and a session of the same id under which its sockets are recorded, if the user has fewer than `most`
 * tokens and the requesting session is still alive. Ending sessions ends their tokens, so no token may be added after
 * that. The session of the token counts as used until the token expires.
 * @param by id of the session that requests it
 */
export async function addAccessToken(
  database: Database,
  token: NewToken,
  { by, most, mail }: { by: string; most: number; mail: QueuedMail<"tokenCreated"> },
): Promise<AddedToken> {
  const { id, userId, name, scope, siteIds, createdAt, expiresAt } = token;
  const held = sql`(select count(*) from ${accessTokens} where user_id = ${userId} and expires_at > ${createdAt})`;
  const asking = and(eq(sessions.id, by), eq(sessions.userId, userId));
  const [added, , [session]] = await database.batch([
    database
      .insert(accessTokens)
      .select(
        sql`select ${id}, ${userId}, ${name}, ${scope}, ${siteIds === null ? null : JSON.stringify(siteIds)},
          ${createdAt}, ${expiresAt}, null, ${sessions.id}, ${sessions.client}, ${sessions.createdAt}
          from ${sessions} where ${held} < ${most} and ${and(asking, isNull(sessions.endedAt))}`,
      )
      .returning(),
    database.insert(sessions).select(
      sql`
          select id, user_id, created_at, expires_at, null, null, null, null, null
          from ${accessTokens}
          where id = ${id}
        `,
    ),
    database
      .select({ endedAt: sessions.endedAt, endedBy: sessions.endedBy })
      .from(sessions)
      .where(asking),
    queueMailWhere(
      database,
      sql`exists (select 1 from ${accessTokens} where ${accessTokens.id} = ${id})`,
      mail,
    ),
  ]);
  const [stored] = added;
  if (stored !== undefined) return stored;
  return session?.endedAt === null ? "tooMany" : (session?.endedBy ?? "self");
}

/** Lists a user's valid tokens, newest first. */
export async function listAccessTokens(database: Database, userId: number, now: number) {
  return database
    .select()
    .from(accessTokens)
    .where(and(eq(accessTokens.userId, userId), gt(accessTokens.expiresAt, now)))
    .orderBy(desc(accessTokens.createdAt), accessTokens.id);
}

/** Records the use of a token. */
export async function touchAccessToken(database: Database, id: string, now: number) {
  await database.update(accessTokens).set({ lastUsedAt: now }).where(eq(accessTokens.id, id));
}

/** Ends a token. The caller closes its sockets afterwards. */
export async function removeAccessToken(database: Database, id: string, now: number) {
  await database.batch([
    database
      .update(sessions)
      .set({ endedAt: now, endedBy: "self" })
      .where(and(eq(sessions.id, id), isNull(sessions.endedAt))),
    database.delete(accessTokens).where(eq(accessTokens.id, id)),
  ]);
}

/** Ends all expired tokens. */
export async function endExpiredTokens(database: Database, now: number) {
  const expired = lte(accessTokens.expiresAt, now);
  const ids = database.select({ id: accessTokens.id }).from(accessTokens).where(expired);
  await database.batch([
    database
      .update(sessions)
      .set({ endedAt: now, endedBy: "self" })
      .where(and(inArray(sessions.id, ids), isNull(sessions.endedAt))),
    database.delete(accessTokens).where(expired),
  ]);
}

/** Counts the listed sites that a user is a member of. */
export async function countMemberships(
  database: Database,
  userId: number,
  siteIds: readonly number[],
): Promise<number> {
  const named = sql`(select value from json_each(${JSON.stringify(siteIds)}))`;
  return database.$count(
    memberships,
    and(eq(memberships.userId, userId), sql`${memberships.siteId} in ${named}`),
  );
}
