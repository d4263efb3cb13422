import { eq, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { SITE_ROLE } from "#domain/access/roles.ts";
import { chunk } from "#domain/chunk.ts";
import type { JournalHead } from "#domain/journal/journal-entry.ts";
import { INVITATION_LIFETIME_MS } from "#domain/members/member-limits.ts";
import { indexSite } from "#domain/sites/name-index.ts";
import type { Database } from "../connect.ts";
import { galleryImages, siteConfigs } from "../schema/branding.ts";
import { chartSelections, retentionChanges } from "../schema/charts.ts";
import { extraEquipment } from "../schema/equipment.ts";
import { files } from "../schema/files.ts";
import { journalHeads, journalOutbox } from "../schema/journal.ts";
import { invitations, membershipChanges, memberships } from "../schema/members.ts";
import { escalations, sitePreferencesOfUsers } from "../schema/notifications.ts";
import { sites } from "../schema/sites.ts";
import type { ArchiveStep } from "./archive-tasks.ts";

type Insert<Table extends { $inferInsert: object }> = Omit<Table["$inferInsert"], "siteId">;

/** The rows of an imported site. */
export type ImportedSite = {
  siteId: number;
  ownerId: number;
  now: number;
  site: Omit<typeof sites.$inferInsert, "id" | "creatorId" | "updatedAt">;
  /** Members of the archive, who become invited. */
  invited: readonly Pick<
    typeof invitations.$inferInsert,
    "email" | "role" | "endsAt" | "receivesAlarms" | "invitedAs"
  >[];
  changes: readonly Insert<typeof membershipChanges>[];
  retention: readonly Insert<typeof retentionChanges>[];
  configs: readonly Insert<typeof siteConfigs>[];
  extra: readonly Insert<typeof extraEquipment>[];
  selections: readonly Omit<Insert<typeof chartSelections>, "userId">[];
  preferences: readonly Omit<Insert<typeof sitePreferencesOfUsers>, "userId">[];
  escalations: readonly Insert<typeof escalations>[];
  pictures: readonly { key: string; contentType: string; size: number }[];
  gallery: readonly Insert<typeof galleryImages>[];
};

/** Maximum number of values that a statement binds. */
const MAX_BOUND = 90;

/** Reserves the id of a site that does not exist yet. No other site ever gets it. */
export async function reserveSiteId(database: Database, ownerId: number): Promise<number> {
  const [[reserved]] = await database.batch([
    database
      .insert(sites)
      .values({ name: "", creatorId: ownerId, createdAt: 0, updatedAt: 0, deletedAt: 0 })
      .returning({ id: sites.id }),
    database.delete(sites).where(sql`${sites.id} = last_insert_rowid() and ${sites.name} = ''`),
  ]);
  if (reserved === undefined) throw new Error("no site was inserted");
  return reserved.id;
}

/**
 * Creates an imported site with all its rows.
 *
 * @throws Error without any change if the task is not at its step any more, the site exists or its owner does not
 */
export async function createImportedSite(
  database: Database,
  at: ArchiveStep,
  imported: ImportedSite,
): Promise<void> {
  const { siteId, ownerId, now, site, invited } = imported;
  const values = {
    ...site,
    ...indexSite({ name: site.name, location: site.location ?? "", serial: null }),
    id: siteId,
    creatorId: ownerId,
    updatedAt: now,
  };
  const statements: BatchItem<"sqlite">[] = [
    database.insert(memberships).values({
      userId: ownerId,
      siteId,
      role: SITE_ROLE.administrator,
      receivesAlarms: true,
      createdAt: now,
    }),
    ...inChunks(invited, 9, (some) =>
      database
        .insert(invitations)
        .values(
          some.map((one) => ({
            ...one,
            siteId,
            invitedBy: ownerId,
            createdAt: now,
            expiresAt: now + INVITATION_LIFETIME_MS,
          })),
        )
        .onConflictDoNothing(),
    ),
    ...jsonChunks(imported.changes, (list) =>
      database.insert(membershipChanges).select(sql`
        select null, ${siteId}, value ->> 'at', value ->> 'kind', value ->> 'byId', value ->> 'userId', null,
          value ->> 'oldRole', value ->> 'newRole', value ->> 'oldEndsAt', value ->> 'newEndsAt'
        from json_each(${list})
      `),
    ),
    ...inChunks(imported.retention, 6, (some) =>
      database.insert(retentionChanges).values(some.map((row) => ({ ...row, siteId }))),
    ),
    // The triggers of these two tables have added entries that the imported journal has already.
    database.delete(journalOutbox).where(eq(journalOutbox.siteId, siteId)),
    ...inChunks(imported.configs, 5, (some) =>
      database.insert(siteConfigs).values(some.map((row) => ({ ...row, siteId }))),
    ),
    ...inChunks(imported.extra, 11, (some) =>
      database.insert(extraEquipment).values(some.map((row) => ({ ...row, siteId }))),
    ),
    ...inChunks(imported.selections, 6, (some) =>
      database
        .insert(chartSelections)
        .values(some.map((row) => ({ ...row, siteId, userId: ownerId })))
        .onConflictDoNothing(),
    ),
    ...inChunks(imported.preferences, 3, (some) =>
      database
        .insert(sitePreferencesOfUsers)
        .values(some.map((row) => ({ ...row, siteId, userId: ownerId }))),
    ),
    ...inChunks(imported.escalations, 2, (some) =>
      database.insert(escalations).values(some.map((row) => ({ ...row, siteId }))),
    ),
    ...inChunks(imported.pictures, 8, (some) =>
      database.insert(files).values(
        some.map((row) => ({
          ...row,
          kind: "picture" as const,
          siteId,
          createdAt: now,
          attachedAt: now,
        })),
      ),
    ),
    ...inChunks(imported.gallery, 4, (some) =>
      database.insert(galleryImages).values(some.map((row) => ({ ...row, siteId }))),
    ),
  ];
  const first = database.insert(sites).values(values);
  // The batch fails as a whole without its task: invalid JSON is an error of the statement.
  const guard = database.select({
    guard: sql`json(case when ${isAtStep(at)} then '1' else 'the step was taken' end)`,
  });
  await database.batch([guard.from(sql`(select 1)`), first, ...statements]);
}

/** Whether a task is at a step, for a statement. */
function isAtStep({ archiveId, step }: ArchiveStep): SQL {
  return sql`exists (
    select 1 from archive_tasks where id = ${archiveId} and step = ${step} and finished_at is null
  )`;
}

/** Stores the head of an imported journal, unless a newer one is stored. */
export async function storeImportedHead(
  database: Database,
  siteId: number,
  { number, hash }: JournalHead,
): Promise<void> {
  await database
    .insert(journalHeads)
    .values({ siteId, number, hash })
    .onConflictDoUpdate({
      target: journalHeads.siteId,
      set: { number, hash },
      setWhere: sql`${journalHeads.number} < ${number}`,
    });
}

/** Whether a site exists, also one that was deleted since. */
export async function doesSiteExist(database: Database, siteId: number): Promise<boolean> {
  return (await database.$count(sites, eq(sites.id, siteId))) === 1;
}

/** Rows of a long list that one statement takes as JSON: a call of D1 may have a limited number of statements. */
const JSON_ROWS = 2_000;

function jsonChunks<Row>(
  rows: readonly Row[],
  write: (list: string) => BatchItem<"sqlite">,
): BatchItem<"sqlite">[] {
  return chunk(rows, JSON_ROWS).map((some) => write(JSON.stringify(some)));
}

function inChunks<Row>(
  rows: readonly Row[],
  columns: number,
  write: (some: Row[]) => BatchItem<"sqlite">,
): BatchItem<"sqlite">[] {
  const most = Math.max(1, Math.floor(MAX_BOUND / columns));
  return Array.from({ length: Math.ceil(rows.length / most) }, (_, index) =>
    write(rows.slice(index * most, (index + 1) * most)),
  );
}
