import { and, desc, eq, gt, inArray, isNull, lte, sql } from "drizzle-orm";
import { accessTokens } from "./account-schema.ts";
import type { Database } from "./connect.ts";
import { memberships, sessions } from "./schema.ts";

/** A personal access token; `id` is its SHA-256. */
export type StoredToken = typeof accessTokens.$inferSelect;

/**
 * Adds a token and a session of the same id, which its sockets are recorded under; false where the person has too many.
 * The session counts as used until the token expires.
 */
export async function addAccessToken(
  database: Database,
  token: Omit<StoredToken, "lastUsedAt">,
  most: number,
): Promise<boolean> {
  const { id, userId, name, scope, siteIds, createdAt, expiresAt } = token;
  const held = sql`(select count(*) from ${accessTokens} where user_id = ${userId} and expires_at > ${createdAt})`;
  const [added] = await database.batch([
    database
      .insert(accessTokens)
      .select(
        sql`select ${id}, ${userId}, ${name}, ${scope}, ${siteIds === null ? null : JSON.stringify(siteIds)},
          ${createdAt}, ${expiresAt}, null where ${held} < ${most}`,
      )
      .returning({ id: accessTokens.id }),
    database
      .insert(sessions)
      .select(
        sql`select id, user_id, created_at, expires_at, null, null from ${accessTokens} where id = ${id}`,
      ),
  ]);
  return added.length === 1;
}

/** The tokens of a person that count, the newest first. */
export async function listAccessTokens(database: Database, userId: number, now: number) {
  return database
    .select()
    .from(accessTokens)
    .where(and(eq(accessTokens.userId, userId), gt(accessTokens.expiresAt, now)))
    .orderBy(desc(accessTokens.createdAt), accessTokens.id);
}

export async function touchAccessToken(database: Database, id: string, now: number) {
  await database.update(accessTokens).set({ lastUsedAt: now }).where(eq(accessTokens.id, id));
}

/** Ends a token. Its sockets are to be closed afterwards. */
export async function removeAccessToken(database: Database, id: string, now: number) {
  await database.batch([
    database
      .update(sessions)
      .set({ endedAt: now, endedBy: "self" })
      .where(and(eq(sessions.id, id), isNull(sessions.endedAt))),
    database.delete(accessTokens).where(eq(accessTokens.id, id)),
  ]);
}

/** The same for all that have expired. */
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

/** How many of these sites a person is a member of. */
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
