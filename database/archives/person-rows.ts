import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { sessions } from "../schema/auth.ts";
import { chartSelections } from "../schema/charts.ts";
import { feedback, feedbackReplies } from "../schema/feedback.ts";
import { files } from "../schema/files.ts";
import { invitations, memberships } from "../schema/members.ts";
import { newsReads } from "../schema/news.ts";
import { sitePreferencesOfUsers, userPreferences } from "../schema/notifications.ts";
import { modules, sites } from "../schema/sites.ts";
import { accessTokens } from "../schema/tokens.ts";
import { groupUsers, users } from "../schema/users.ts";

/** Rows of each kind in an archive, the oldest ones. */
const MAX_ROWS = 10_000;
const MAX_PICTURES = 1_000;

/** Reads what the database has of a user for an archive, without secrets. */
export async function readArchivedPerson(database: Database, userId: number, now: number) {
  const [[user], contacts, preferences, member, selections, invited] = await database.batch([
    database.select().from(users).where(eq(users.id, userId)),
    database
      .select({ email: groupUsers.email, createdAt: groupUsers.createdAt })
      .from(groupUsers)
      .where(eq(groupUsers.ownerId, userId))
      .orderBy(asc(groupUsers.id))
      .limit(MAX_ROWS),
    database.select().from(userPreferences).where(eq(userPreferences.userId, userId)),
    database
      .select({
        site: sites.id,
        // In a batch D1 returns rows by column name.
        siteName: sql<string>`${sites.name}`.as("site_name"),
        creatorId: sites.creatorId,
        serial: modules.serial,
        role: memberships.role,
        endsAt: memberships.endsAt,
        receivesAlarms: memberships.receivesAlarms,
        createdAt: sql<number>`${memberships.createdAt}`.as("member_since"),
        preferences: sitePreferencesOfUsers.preferences,
      })
      .from(memberships)
      .innerJoin(sites, eq(sites.id, memberships.siteId))
      .leftJoin(modules, eq(modules.siteId, sites.id))
      .leftJoin(
        sitePreferencesOfUsers,
        and(eq(sitePreferencesOfUsers.siteId, sites.id), eq(sitePreferencesOfUsers.userId, userId)),
      )
      .where(
        and(
          eq(memberships.userId, userId),
          isNull(sites.deletedAt),
          sql`(${memberships.endsAt} is null or ${memberships.endsAt} > ${now})`,
        ),
      )
      .orderBy(asc(sites.id))
      .limit(MAX_ROWS),
    database
      .select()
      .from(chartSelections)
      .where(eq(chartSelections.userId, userId))
      .orderBy(asc(chartSelections.id))
      .limit(MAX_ROWS),
    database
      .select({
        siteName: sql<string>`${sites.name}`.as("site_name"),
        as: invitations.invitedAs,
        role: invitations.role,
        createdAt: sql<number>`${invitations.createdAt}`.as("invited_at"),
      })
      .from(invitations)
      .innerJoin(sites, and(eq(sites.id, invitations.siteId), isNull(sites.deletedAt)))
      .innerJoin(users, and(eq(users.id, userId), eq(users.email, invitations.email)))
      .where(gt(invitations.expiresAt, now))
      .orderBy(asc(invitations.id))
      .limit(MAX_ROWS),
  ]);
  const [messages, replies, opened, tokens, reads, pictures] = await database.batch([
    database
      .select()
      .from(feedback)
      .where(eq(feedback.userId, userId))
      .orderBy(asc(feedback.id))
      .limit(MAX_ROWS),
    database
      .select({
        feedbackId: feedbackReplies.feedbackId,
        number: feedbackReplies.number,
        text: feedbackReplies.text,
        createdAt: sql<number>`${feedbackReplies.createdAt}`.as("replied_at"),
      })
      .from(feedbackReplies)
      .innerJoin(feedback, eq(feedback.id, feedbackReplies.feedbackId))
      .where(eq(feedback.userId, userId))
      .orderBy(asc(feedbackReplies.feedbackId), asc(feedbackReplies.number))
      .limit(MAX_ROWS),
    database
      .select({
        client: sessions.client,
        createdAt: sessions.createdAt,
        lastUsedAt: sessions.lastUsedAt,
      })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)))
      .orderBy(asc(sessions.createdAt))
      .limit(MAX_ROWS),
    database
      .select({
        name: accessTokens.name,
        scope: accessTokens.scope,
        siteIds: accessTokens.siteIds,
        createdAt: accessTokens.createdAt,
        expiresAt: accessTokens.expiresAt,
        lastUsedAt: accessTokens.lastUsedAt,
      })
      .from(accessTokens)
      .where(eq(accessTokens.userId, userId))
      .orderBy(asc(accessTokens.createdAt))
      .limit(MAX_ROWS),
    database
      .select({ news: newsReads.newsId, readAt: newsReads.readAt })
      .from(newsReads)
      .where(eq(newsReads.userId, userId))
      .orderBy(asc(newsReads.newsId))
      .limit(MAX_ROWS),
    database
      .select({ key: files.key, kind: files.kind, contentType: files.contentType })
      .from(files)
      .where(
        and(
          eq(files.ownerId, userId),
          isNull(files.siteId),
          sql`${files.kind} in ('picture', 'feedback') and ${files.attachedAt} is not null`,
        ),
      )
      .orderBy(asc(files.createdAt), asc(files.key))
      .limit(MAX_PICTURES),
  ]);
  return {
    user,
    contacts,
    preferences,
    sites: member,
    selections,
    invitations: invited,
    feedback: messages,
    replies,
    sessions: opened,
    tokens,
    newsReads: reads,
    pictures,
  };
}

/** Adds contacts and preferences of an archive to a user; existing ones stay. */
export async function importPersonRows(
  database: Database,
  ownerId: number,
  {
    contacts,
    preferences,
    most,
  }: {
    contacts: readonly { email: string; createdAt: number }[];
    preferences: typeof userPreferences.$inferInsert.preferences | undefined;
    most: number;
  },
): Promise<void> {
  const held = sql`(select count(*) from ${groupUsers} where ${groupUsers.ownerId} = ${ownerId})`;
  for (const { email, createdAt } of contacts)
    await database
      .insert(groupUsers)
      .select(sql`select null, ${ownerId}, ${email}, ${createdAt} where ${held} < ${most}`)
      .onConflictDoNothing();
  if (preferences === undefined) return;
  await database
    .insert(userPreferences)
    .values({ userId: ownerId, preferences })
    .onConflictDoUpdate({ target: userPreferences.userId, set: { preferences } });
}
