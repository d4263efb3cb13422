import { and, count, eq, gt, inArray, isNull, notExists, sql } from "drizzle-orm";
import {
  LINK_DAY_MS,
  LINK_RESEND_MS,
  MAX_LINKS_A_DAY,
  SUBSCRIPTION_WAITS_MS,
} from "#domain/users/codes.ts";
import type { Database } from "../connect.ts";
import { queueMailOrDummy } from "../mails/mail-or-dummy.ts";
import type { QueuedMail } from "../mails/mails.ts";
import { subscriberLinks, subscribers } from "../schema/mails.ts";

type NewSubscriber = {
  email: string;
  name: string;
  /** SHA-256 of the link's token, base64url. */
  link: string;
  now: number;
};

/**
 * Adds an address for news with an e-mail that asks for confirmation. An address that received such an e-mail a moment
 * ago, or enough for the day, gets none; a confirmed one gets a new link to its subscription.
 */
export async function addSubscriber(
  database: Database,
  { email, name, link, now }: NewSubscriber,
  mail: QueuedMail<"confirmSubscription">,
): Promise<void> {
  const earlier = (since: number) =>
    database
      .select({ n: count() })
      .from(subscriberLinks)
      .where(and(eq(subscriberLinks.email, email), gt(subscriberLinks.createdAt, since)));
  const may = sql`(${earlier(now - LINK_RESEND_MS)}) = 0 and (${earlier(now - LINK_DAY_MS)}) < ${MAX_LINKS_A_DAY}`;
  const isWritten = sql`exists (select 1 from ${subscriberLinks} where ${eq(subscriberLinks.id, link)})`;
  await database.batch([
    database.insert(subscribers).values({ email, name, createdAt: now }).onConflictDoNothing(),
    database.insert(subscriberLinks).select(sql`select ${link}, ${email}, ${now} where ${may}`),
    queueMailOrDummy(database, isWritten, mail),
  ]);
}

/** Finds whether the address of a link is confirmed or pending; undefined if the link is invalid. */
export async function findSubscription(database: Database, link: string, now: number) {
  return database
    .select({ confirmedAt: subscribers.confirmedAt })
    .from(subscriberLinks)
    .innerJoin(subscribers, eq(subscribers.email, subscriberLinks.email))
    .where(
      and(
        eq(subscriberLinks.id, link),
        sql`(${subscribers.confirmedAt} is not null or ${isFresh(now)})`,
      ),
    )
    .get();
}

/**
 * Confirms the address of a link.
 * @returns whether there was one
 */
export async function confirmSubscriber(
  database: Database,
  link: string,
  now: number,
): Promise<boolean> {
  const asked = database
    .select({ email: subscriberLinks.email })
    .from(subscriberLinks)
    .where(and(eq(subscriberLinks.id, link), isFresh(now)));
  const confirmed = await database
    .update(subscribers)
    .set({ confirmedAt: sql`coalesce(${subscribers.confirmedAt}, ${now})` })
    .where(inArray(subscribers.email, asked))
    .returning({ email: subscribers.email });
  return confirmed.length > 0;
}

/**
 * Removes the address of a link, confirmed or not, with all its links.
 * @returns whether there was one
 */
export async function removeSubscriber(database: Database, link: string): Promise<boolean> {
  const leaving = database
    .select({ email: subscriberLinks.email })
    .from(subscriberLinks)
    .where(eq(subscriberLinks.id, link));
  const removed = await database
    .delete(subscribers)
    .where(inArray(subscribers.email, leaving))
    .returning({ email: subscribers.email });
  return removed.length > 0;
}

/** Deletes addresses that were not confirmed while one of their links was valid. */
export async function deleteUnconfirmedSubscribers(database: Database, now: number): Promise<void> {
  const waiting = database
    .select({ one: sql`1` })
    .from(subscriberLinks)
    .where(and(eq(subscriberLinks.email, subscribers.email), isFresh(now)));
  await database
    .delete(subscribers)
    .where(and(isNull(subscribers.confirmedAt), notExists(waiting)));
}

/** Condition: a link can still confirm; for unsubscribing it stays valid as long as the address is subscribed. */
function isFresh(now: number) {
  return gt(subscriberLinks.createdAt, now - SUBSCRIPTION_WAITS_MS);
}
