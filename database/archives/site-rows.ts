import { and, asc, desc, eq, gt, isNull, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "../connect.ts";
import { galleryImages, siteConfigs } from "../schema/branding.ts";
import { chartSelections, retentionChanges } from "../schema/charts.ts";
import { extraEquipment } from "../schema/equipment.ts";
import { files } from "../schema/files.ts";
import { invitations, membershipChanges, memberships } from "../schema/members.ts";
import { escalations, sitePreferencesOfUsers } from "../schema/notifications.ts";
import { shares } from "../schema/shares.ts";
import { sites } from "../schema/sites.ts";
import { users } from "../schema/users.ts";

/** Rows of the history of access in one answer. */
const CHANGES_AT_ONCE = 2_000;

/**
 * Reads what the database has of a site for an archive, without secrets: no hashes of passwords or tokens.
 * @param ownerId the owner, whose own selections and preferences are included
 */
export async function readArchivedSite(
  database: Database,
  { siteId, ownerId, now }: { siteId: number; ownerId: number; now: number },
) {
  const ofSite = eq(memberships.siteId, siteId);
  const [site, members, invited, retention, configs, extra, selections, preferences] =
    await database.batch([
      database.select().from(sites).where(eq(sites.id, siteId)),
      database
        .select({
          user: users.id,
          name: users.name,
          email: users.email,
          role: memberships.role,
          endsAt: memberships.endsAt,
          receivesAlarms: memberships.receivesAlarms,
          createdAt: memberships.createdAt,
        })
        .from(memberships)
        .innerJoin(users, eq(users.id, memberships.userId))
        .where(and(ofSite, sql`(${memberships.endsAt} is null or ${memberships.endsAt} > ${now})`))
        .orderBy(asc(users.id)),
      database
        .select()
        .from(invitations)
        .where(
          and(
            eq(invitations.siteId, siteId),
            ne(invitations.invitedAs, "owner"),
            gt(invitations.expiresAt, now),
          ),
        )
        .orderBy(asc(invitations.id)),
      database
        .select()
        .from(retentionChanges)
        .where(eq(retentionChanges.siteId, siteId))
        .orderBy(asc(retentionChanges.id)),
      database
        .select()
        .from(siteConfigs)
        .where(eq(siteConfigs.siteId, siteId))
        .orderBy(asc(siteConfigs.id)),
      database
        .select()
        .from(extraEquipment)
        .where(eq(extraEquipment.siteId, siteId))
        .orderBy(asc(extraEquipment.id)),
      database
        .select()
        .from(chartSelections)
        .where(and(eq(chartSelections.siteId, siteId), eq(chartSelections.userId, ownerId)))
        .orderBy(asc(chartSelections.id)),
      database
        .select()
        .from(sitePreferencesOfUsers)
        .where(
          and(
            eq(sitePreferencesOfUsers.siteId, siteId),
            eq(sitePreferencesOfUsers.userId, ownerId),
          ),
        ),
    ]);
  const [steps, share, gallery, pictures] = await database.batch([
    database.select().from(escalations).where(eq(escalations.siteId, siteId)),
    database.select().from(shares).where(eq(shares.siteId, siteId)),
    database
      .select()
      .from(galleryImages)
      .where(eq(galleryImages.siteId, siteId))
      .orderBy(asc(galleryImages.id)),
    database
      .select({ key: files.key, contentType: files.contentType })
      .from(files)
      .where(and(eq(files.siteId, siteId), eq(files.kind, "picture"))),
  ]);
  return {
    site: site[0],
    members,
    invitations: invited,
    retention,
    configs,
    extra,
    selections,
    preferences,
    escalations: steps,
    share,
    gallery,
    pictures,
  };
}

const acting = alias(users, "acting");
const concerned = alias(users, "concerned");

/**
 * Reads the newest changes of access after one of them, without addresses, with the names of their users.
 * @param most number of changes in all
 */
export async function readArchivedChanges(
  database: Database,
  siteId: number,
  after: number,
  most: number,
) {
  const ofSite = eq(membershipChanges.siteId, siteId);
  const [older] = await database
    .select({ id: membershipChanges.id })
    .from(membershipChanges)
    .where(ofSite)
    .orderBy(desc(membershipChanges.id))
    .limit(1)
    .offset(most);
  const first = Math.max(after, older?.id ?? 0);
  const rows = await database
    .select({
      id: membershipChanges.id,
      at: membershipChanges.at,
      kind: membershipChanges.kind,
      by: membershipChanges.byId,
      byName: acting.name,
      user: membershipChanges.userId,
      userName: concerned.name,
      oldRole: membershipChanges.oldRole,
      newRole: membershipChanges.newRole,
      oldEndsAt: membershipChanges.oldEndsAt,
      newEndsAt: membershipChanges.newEndsAt,
    })
    .from(membershipChanges)
    .leftJoin(acting, eq(acting.id, membershipChanges.byId))
    .leftJoin(concerned, eq(concerned.id, membershipChanges.userId))
    .where(and(eq(membershipChanges.siteId, siteId), gt(membershipChanges.id, first)))
    .orderBy(asc(membershipChanges.id))
    .limit(CHANGES_AT_ONCE);
  const last = rows.length === CHANGES_AT_ONCE ? (rows.at(-1)?.id ?? null) : null;
  return { rows, next: last };
}

/** Finds users of this portal by their addresses. */
export async function findUsersByEmail(
  database: Database,
  askingId: number,
  emails: readonly string[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (let start = 0; start < emails.length; start += 90) {
    const some = emails.slice(start, start + 90);
    const rows = await database
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(
        sql`
          ${users.email} in ${some} and ${isNull(users.activatedAt)} = 0 and (
            ${users.id} = ${askingId} or exists (
              select 1 from memberships theirs
              cross join memberships mine on mine.site_id = theirs.site_id and mine.user_id = ${askingId}
              where theirs.user_id = ${users.id}))
        `,
      );
    for (const { id, email } of rows) found.set(email, id);
  }
  return found;
}
