import { and, eq, gt, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { LINK_LIFETIME_MS, type LinkPurpose, UNACTIVATED_MEMORY_MS } from "#domain/users/codes.ts";
import { endAccess } from "../auth/credentials.ts";
import type { Database } from "../connect.ts";
import { type QueuedMail, queueMailWhere } from "../mails/mails.ts";
import { eraseAddress } from "../members/membership-changes.ts";
import { links, sessionSites, sessions } from "../schema/auth.ts";
import { files } from "../schema/files.ts";
import { mails, subscribers } from "../schema/mails.ts";
import { membershipChanges, memberships } from "../schema/members.ts";
import { sites } from "../schema/sites.ts";
import { groupUsers, users } from "../schema/users.ts";

/** Checks whether a user owns a site that is not deleted. */
export async function ownsSites(database: Database, id: number): Promise<boolean> {
  return (await database.$count(sites, and(eq(sites.creatorId, id), isNull(sites.deletedAt)))) > 0;
}

/**
 * Revokes all access of a user: cached results carry an older access version, and no session remains to look the user
 * up again. Returns the new version and the sites to notify.
 */
export async function endAllMemberships(database: Database, id: number, now: number) {
  const [[raised]] = await database.batch([
    database
      .update(users)
      .set({ accessVersion: sql`${users.accessVersion} + 1` })
      .where(eq(users.id, id))
      .returning({ rightsVersion: users.accessVersion }),
    ...endAccess(database, id, now),
  ]);
  const [member, connected, named] = await database.batch([
    database
      .select({ siteId: memberships.siteId })
      .from(memberships)
      .where(eq(memberships.userId, id)),
    database
      .selectDistinct({ siteId: sessionSites.siteId })
      .from(sessionSites)
      .innerJoin(sessions, eq(sessions.id, sessionSites.sessionId))
      .where(eq(sessions.userId, id)),
    // Journals name former members, too.
    database
      .selectDistinct({ siteId: membershipChanges.siteId })
      .from(membershipChanges)
      .where(or(eq(membershipChanges.byId, id), eq(membershipChanges.userId, id))),
  ]);
  const siteIds = new Set([...member, ...connected, ...named].map(({ siteId }) => siteId));
  return { rightsVersion: raised?.rightsVersion ?? 0, siteIds: [...siteIds] };
}

type Leaving = { id: number; email: string; rightsVersion: number };

/**
 * Removes a user with all their data and the e-mails queued for them. Returns the keys of their files, to be deleted
 * from the store, or null without any change if the user has signed in again in the meantime or owns a site.
 */
export async function removeUser(
  database: Database,
  { id, email, rightsVersion }: Leaving,
  farewell: QueuedMail<"accountDeleted">,
): Promise<string[] | null> {
  const living = database
    .select({ one: sql`1` })
    .from(sessions)
    .where(and(eq(sessions.userId, id), isNull(sessions.endedAt)));
  const owned = database.select({ one: sql`1` }).from(sites).where(eq(sites.creatorId, id));
  const isGone = sql`not exists (select 1 from ${users} where ${users.id} = ${id})`;
  const own = (condition: SQL | undefined) => and(isGone, condition);
  const mailsAbout = sql`json_extract(${mails.values}, '$.email') = ${email}`;
  const [kept, removed] = await database.batch([
    database.select({ key: files.key }).from(files).where(eq(files.ownerId, id)),
    database
      .delete(users)
      .where(
        and(
          eq(users.id, id),
          eq(users.accessVersion, rightsVersion),
          sql`not exists ${living}`,
          sql`not exists ${owned}`,
        ),
      )
      .returning({ id: users.id }),
    database.delete(mails).where(own(or(eq(mails.recipient, email), mailsAbout))),
    database.delete(subscribers).where(own(eq(subscribers.email, email))),
    database.delete(groupUsers).where(own(eq(groupUsers.email, email))),
    ...eraseAddress(database, email, isGone),
    queueMailWhere(database, isGone, farewell),
  ]);
  return removed.length === 0 ? null : kept.map(({ key }) => key);
}

/**
 * Removes accounts that were never activated, long enough after their last activation link expired, together with the
 * e-mails still queued for them. Accounts with a valid link of another kind stay, because that link would activate them
 * too.
 */
export async function removeUnactivated(database: Database, now: number): Promise<number> {
  const activate: LinkPurpose = "activate";
  const endedSince = now - UNACTIVATED_MEMORY_MS;
  const keeping = database
    .select({ one: sql`1` })
    .from(links)
    .where(
      and(
        eq(links.userId, users.id),
        gt(links.expiresAt, links.createdAt),
        or(
          gt(links.expiresAt, now),
          and(eq(links.purpose, activate), gt(links.expiresAt, endedSince)),
        ),
      ),
    );
  const owned = database.select({ one: sql`1` }).from(sites).where(eq(sites.creatorId, users.id));
  const isStale = and(
    isNull(users.activatedAt),
    lt(users.createdAt, endedSince - LINK_LIFETIME_MS[activate]),
    sql`not exists ${keeping}`,
    sql`not exists ${owned}`,
  );
  const addresses = database.select({ email: users.email }).from(users).where(isStale);
  const [, removed] = await database.batch([
    database
      .delete(mails)
      .where(and(inArray(mails.recipient, addresses), eq(mails.template, activate))),
    database.delete(users).where(isStale).returning({ id: users.id }),
  ]);
  return removed.length;
}
