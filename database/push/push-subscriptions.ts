import { and, desc, eq, isNull, ne, sql } from "drizzle-orm";
import { MAX_SUBSCRIPTIONS } from "#domain/push/push-attempts.ts";
import type { Database } from "../connect.ts";
import { sessions } from "../schema/auth.ts";
import { pushSubscriptions } from "../schema/push.ts";

export type NewSubscription = Pick<
  typeof pushSubscriptions.$inferSelect,
  "userId" | "endpoint" | "p256dh" | "auth" | "vapidKey" | "sessionId" | "createdAt"
>;

/**
 * Stores the subscription of a browser, and ends the user's oldest ones beyond the limit. A browser that belonged to
 * another user changes hands, and pending messages to that user are deleted. Only the browser knows its keys, so an
 * address alone takes nothing from another user.
 * @returns the id; undefined if the session has ended, or another user has the address with other keys
 */
export async function saveSubscription(
  database: Database,
  subscription: NewSubscription,
): Promise<number | undefined> {
  const { userId, endpoint, p256dh, auth, vapidKey, sessionId, createdAt } = subscription;
  const living = and(
    eq(sessions.id, sessionId),
    eq(sessions.userId, userId),
    isNull(sessions.endedAt),
  );
  const isLiving = sql`exists (select 1 from ${sessions} where ${living})`;
  const own = eq(pushSubscriptions.userId, userId);
  const kept = database
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(own)
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
    .limit(MAX_SUBSCRIPTIONS);
  const [, saved] = await database.batch([
    database
      .delete(pushSubscriptions)
      .where(
        and(
          eq(pushSubscriptions.endpoint, endpoint),
          eq(pushSubscriptions.p256dh, p256dh),
          eq(pushSubscriptions.auth, auth),
          ne(pushSubscriptions.userId, userId),
          isLiving,
        ),
      ),
    database
      .insert(pushSubscriptions)
      .select(
        sql`
          select null, ${userId}, ${endpoint}, ${p256dh}, ${auth}, ${vapidKey}, ${sessionId}, ${sessions.client},
            ${createdAt}, null
          from ${sessions}
          where ${living}
        `,
      )
      .onConflictDoUpdate({
        target: pushSubscriptions.endpoint,
        set: { p256dh, auth, vapidKey, sessionId, createdAt, client: sql`excluded.client` },
        setWhere: own,
      })
      .returning({ id: pushSubscriptions.id }),
    database.delete(pushSubscriptions).where(and(own, sql`${pushSubscriptions.id} not in ${kept}`)),
  ]);
  return saved[0]?.id;
}

/** Lists the browsers of a user, newest first. */
export async function listSubscriptions(database: Database, userId: number) {
  return database
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id));
}

/** Ends a subscription of a user, by its id or endpoint. Returns false if the user has no such subscription. */
export async function removeSubscription(
  database: Database,
  userId: number,
  named: { id: number } | { endpoint: string },
): Promise<boolean> {
  const is =
    "id" in named
      ? eq(pushSubscriptions.id, named.id)
      : eq(pushSubscriptions.endpoint, named.endpoint);
  const removed = await database
    .delete(pushSubscriptions)
    .where(and(is, eq(pushSubscriptions.userId, userId)))
    .returning({ id: pushSubscriptions.id });
  return removed.length === 1;
}

/**
 * Deletes a subscription that its push service no longer knows, with its pending messages.
 * @param auth of the subscription that was tried, because the browser may have subscribed again meanwhile
 */
export async function deleteGoneSubscription(
  database: Database,
  id: number,
  auth: string,
): Promise<void> {
  await database
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.auth, auth)));
}
