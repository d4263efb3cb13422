import { and, eq, isNull, sql } from "drizzle-orm";
import type { EscalationStep } from "#domain/notifications/escalation.ts";
import type {
  NotificationPreferences,
  SitePreferences,
} from "#domain/notifications/preferences.ts";
import type { Database } from "../connect.ts";
import { recordJournal } from "../journal/journal-outbox.ts";
import { type Acting, lasts } from "../members/member-guards.ts";
import { memberships } from "../schema/members.ts";
import { escalations, sitePreferencesOfUsers, userPreferences } from "../schema/notifications.ts";
import { sites } from "../schema/sites.ts";
import { users } from "../schema/users.ts";

/** Reads how a user wants to be notified, and what differs at sites to which the user has access. */
export async function readPreferences(
  database: Database,
  { userId, now }: { userId: number; now: number },
) {
  const [[own], atSites] = await database.batch([
    database
      .select({ preferences: userPreferences.preferences, alarmMails: users.alarmMails })
      .from(users)
      .leftJoin(userPreferences, eq(userPreferences.userId, users.id))
      .where(eq(users.id, userId)),
    database
      .select({
        id: sitePreferencesOfUsers.siteId,
        preferences: sitePreferencesOfUsers.preferences,
      })
      .from(sitePreferencesOfUsers)
      .innerJoin(sites, eq(sites.id, sitePreferencesOfUsers.siteId))
      .innerJoin(
        memberships,
        and(
          eq(memberships.siteId, sitePreferencesOfUsers.siteId),
          eq(memberships.userId, sitePreferencesOfUsers.userId),
        ),
      )
      .where(and(eq(sitePreferencesOfUsers.userId, userId), lasts(now), isNull(sites.deletedAt)))
      .orderBy(sitePreferencesOfUsers.siteId),
  ]);
  return { own: own ?? null, atSites };
}

/** Sets how a user wants to be notified. */
export async function writePreferences(
  database: Database,
  userId: number,
  preferences: NotificationPreferences,
): Promise<void> {
  await database
    .insert(userPreferences)
    .values({ userId, preferences })
    .onConflictDoUpdate({ target: userPreferences.userId, set: { preferences } });
}

/** Sets what a user wants differently at a site; without any preference the user's own apply again. */
export async function writeSitePreferences(
  database: Database,
  { userId, siteId }: { userId: number; siteId: number },
  preferences: SitePreferences,
): Promise<void> {
  const table = sitePreferencesOfUsers;
  if (Object.keys(preferences).length === 0) {
    await database.delete(table).where(and(eq(table.userId, userId), eq(table.siteId, siteId)));
    return;
  }
  await database
    .insert(table)
    .values({ userId, siteId, preferences })
    .onConflictDoUpdate({ target: [table.userId, table.siteId], set: { preferences } });
}

/** Reads the escalation steps of a site. */
export async function readEscalation(
  database: Database,
  siteId: number,
): Promise<readonly EscalationStep[]> {
  const row = await database
    .select({ steps: escalations.steps })
    .from(escalations)
    .where(eq(escalations.siteId, siteId))
    .get();
  return row?.steps ?? [];
}

/**
 * Sets the escalation steps of a site, and records in its journal that they changed. Returns false if one of their
 * users has no access to the site.
 */
export async function writeEscalation(
  database: Database,
  { siteId, by, now }: Acting,
  steps: readonly EscalationStep[],
): Promise<boolean> {
  const userIds = JSON.stringify([...new Set(steps.flatMap((step) => step.userIds))]);
  const text = JSON.stringify(steps);
  const areMembers = sql`
    not exists (
      select 1 from json_each(${userIds}) one
      where not exists (
        select 1 from ${memberships}
        where ${memberships.siteId} = ${siteId} and ${memberships.userId} = one.value and ${lasts(now)}))
  `;
  const before = sql`(select ${escalations.steps} from ${escalations} where ${escalations.siteId} = ${siteId})`;
  const [, written] = await database.batch([
    recordJournal(
      database,
      { siteId, by, at: now, what: "rule.escalationChanged", details: { steps: steps.length } },
      sql`where ${areMembers} and coalesce(${before}, '[]') <> ${text}`,
    ),
    database
      .insert(escalations)
      .select(sql`select ${siteId}, ${text} where ${areMembers}`)
      .onConflictDoUpdate({ target: escalations.siteId, set: { steps: sql`excluded.steps` } })
      .returning({ siteId: escalations.siteId }),
  ]);
  return written.length === 1;
}
