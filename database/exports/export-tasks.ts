import { and, desc, eq, isNotNull, isNull, lt, lte, sql } from "drizzle-orm";
import type {
  ExportFailure,
  ExportFormat,
  ExportInterval,
  ExportKind,
} from "#domain/exports/export-request.ts";
import type { FileKind } from "#domain/files/file-kind.ts";
import type { Language } from "#domain/languages.ts";
import type { Database } from "../connect.ts";
import { insertFile } from "../files/files.ts";
import { recordJournal } from "../journal/journal-outbox.ts";
import { hasHappened } from "../members/member-guards.ts";
import { exportTasks } from "../schema/exports.ts";
import { files } from "../schema/files.ts";
import { memberships } from "../schema/members.ts";
import { sites } from "../schema/sites.ts";
import { users } from "../schema/users.ts";

type ExportOwner = { ownerId: number; siteId: number };

export type NewExportTask = ExportOwner & {
  kind: ExportKind;
  format: ExportFormat;
  interval: ExportInterval;
  addresses: readonly string[];
  layout: string;
  from: number;
  until: number;
  language: Language;
  fileKey: string;
  now: number;
  leasedUntil: number;
};

/** Maximum numbers of a user's tasks at all sites. */
export type ExportLimits = { unfinished: number; stored: number };

/**
 * Adds a task and its entry in the site's journal: all or nothing.
 * @returns its id, or which limit of its user is reached; undefined if the user is no longer a member
 */
export async function addExportTask(
  database: Database,
  task: NewExportTask,
  limits: ExportLimits,
): Promise<number | keyof ExportLimits | undefined> {
  const { ownerId, siteId, kind, format, interval, from, until, now } = task;
  const theirs = sql`from ${exportTasks} where ${exportTasks.ownerId} = ${ownerId}`;
  const unfinished = sql<number>`(select count(*) ${theirs} and ${exportTasks.finishedAt} is null)`;
  const stored = sql<number>`(select count(*) ${theirs})`;
  const isMember = and(eq(memberships.userId, ownerId), eq(memberships.siteId, siteId));
  const hasRoom = sql`${unfinished} < ${limits.unfinished} and ${stored} < ${limits.stored}`;
  const [added, , [counted]] = await database.batch([
    database
      .insert(exportTasks)
      .select(
        sql`
          select null, ${siteId}, ${ownerId}, ${kind}, ${format}, ${interval}, ${JSON.stringify(task.addresses)},
            ${task.layout}, ${from}, ${until}, ${task.language}, ${now}, ${task.fileKey}, null, null, ${from}, 0, 0, 0,
            ${task.leasedUntil}, 0, null, null, null
          from ${memberships}
          where ${isMember} and ${hasRoom}
        `,
      )
      .returning({ id: exportTasks.id }),
    recordJournal(
      database,
      {
        siteId,
        at: now,
        by: ownerId,
        what: "export.data",
        details: { from, to: until, kind, format },
      },
      sql`where ${hasHappened}`,
    ),
    database.select({ unfinished, stored }).from(memberships).where(isMember),
  ]);
  if (added[0] !== undefined) return added[0].id;
  if (counted === undefined) return undefined;
  return counted.unfinished >= limits.unfinished ? "unfinished" : "stored";
}

const listed = {
  id: exportTasks.id,
  kind: exportTasks.kind,
  format: exportTasks.format,
  interval: exportTasks.interval,
  from: exportTasks.fromAt,
  until: exportTasks.untilAt,
  addresses: exportTasks.addresses,
  createdAt: exportTasks.createdAt,
  cursor: exportTasks.cursor,
  rows: exportTasks.rows,
  size: exportTasks.size,
  fileKey: exportTasks.fileKey,
  finishedAt: exportTasks.finishedAt,
  downloadedAt: exportTasks.downloadedAt,
  failure: exportTasks.failure,
};

const areOf = ({ ownerId, siteId }: ExportOwner) =>
  and(eq(exportTasks.ownerId, ownerId), eq(exportTasks.siteId, siteId));

/** Lists one page of a user's tasks at a site, newest first, and their number. */
export async function listExportTasks(
  database: Database,
  owner: ExportOwner,
  { limit, offset }: { limit: number; offset: number },
) {
  const [list, [counted]] = await database.batch([
    database
      .select(listed)
      .from(exportTasks)
      .where(areOf(owner))
      .orderBy(desc(exportTasks.id))
      .limit(limit)
      .offset(offset),
    database.select({ total: sql<number>`count(*)` }).from(exportTasks).where(areOf(owner)),
  ]);
  return { list, total: counted?.total ?? 0 };
}
export type ListedExportTask = Awaited<ReturnType<typeof listExportTasks>>["list"][number];

/** Counts a user's finished tasks at a site that were not downloaded. */
export async function countNotDownloaded(database: Database, owner: ExportOwner): Promise<number> {
  const isDownloadable = and(
    isNotNull(exportTasks.finishedAt),
    isNull(exportTasks.failure),
    isNull(exportTasks.downloadedAt),
  );
  return database.$count(exportTasks, and(areOf(owner), isDownloadable));
}

/** Marks a finished task as downloaded, the first time, and returns it; undefined if there is no such task. */
export async function markDownloaded(
  database: Database,
  { id, now, ...owner }: ExportOwner & { id: number; now: number },
): Promise<ListedExportTask | undefined> {
  const [found] = await database
    .update(exportTasks)
    .set({
      downloadedAt: sql`case
        when ${exportTasks.finishedAt} is null or ${exportTasks.failure} is not null then null
        else coalesce(${exportTasks.downloadedAt}, ${now})
      end`,
    })
    .where(and(areOf(owner), eq(exportTasks.id, id)))
    .returning(listed);
  return found;
}

/** Keys of a task in the store. */
export type StoredExport = { fileKey: string; uploadId: string | null; stateKey: string | null };
const stored = {
  fileKey: exportTasks.fileKey,
  uploadId: exportTasks.uploadId,
  stateKey: exportTasks.stateKey,
};

/** Deletes a task and the record of its file. Returns what is left in the store; undefined if there is no such task. */
export async function removeExportTask(
  database: Database,
  { id, ...owner }: ExportOwner & { id: number },
): Promise<StoredExport | undefined> {
  const itsKey = sql`(select file_key from export_tasks where id = ${id} and owner_id = ${owner.ownerId} and site_id = ${owner.siteId})`;
  const [, removed] = await database.batch([
    database.delete(files).where(eq(files.key, itsKey)),
    database
      .delete(exportTasks)
      .where(and(areOf(owner), eq(exportTasks.id, id)))
      .returning(stored),
  ]);
  return removed[0];
}

/** Deletes tasks that ended before an instant, and the records of their files. Returns what is left in the store. */
export async function dropOldExports(
  database: Database,
  before: number,
  limit: number,
): Promise<StoredExport[]> {
  const old = database
    .select({ id: exportTasks.id, key: exportTasks.fileKey })
    .from(exportTasks)
    .where(lt(exportTasks.finishedAt, before))
    .orderBy(exportTasks.id)
    .limit(limit)
    .as("old");
  const [, dropped] = await database.batch([
    database.delete(files).where(sql`${files.key} in (select "file_key" from ${old})`),
    database
      .delete(exportTasks)
      .where(sql`${exportTasks.id} in (select "id" from ${old})`)
      .returning(stored),
  ]);
  return dropped;
}

/** The next step of a task; a consumer takes it only if it is still the next one. */
export type ExportStep = { taskId: number; step: number };

/** Leases the tasks whose step was lost, and returns their steps. */
export async function leaseLostExports(
  database: Database,
  { now, leasedUntil }: { now: number; leasedUntil: number },
): Promise<ExportStep[]> {
  return database
    .update(exportTasks)
    .set({ leasedUntil })
    .where(and(isNull(exportTasks.finishedAt), lte(exportTasks.leasedUntil, now)))
    .returning({ taskId: exportTasks.id, step: exportTasks.step });
}

/** Takes a step of a task, once. Returns undefined if another consumer has, or the task has ended. */
export async function takeExportStep(
  database: Database,
  { taskId, step }: ExportStep,
  leasedUntil: number,
) {
  const [taken] = await database
    .update(exportTasks)
    .set({ step: step + 1, leasedUntil, attempts: sql`${exportTasks.attempts} + 1` })
    .where(isAt({ taskId, step }))
    .returning();
  return taken;
}
export type ExportTask = NonNullable<Awaited<ReturnType<typeof takeExportStep>>>;

const isAt = ({ taskId, step }: ExportStep) =>
  and(eq(exportTasks.id, taskId), eq(exportTasks.step, step), isNull(exportTasks.finishedAt));

/** Returns what decides whether the user of a task may still have it; undefined without access. */
export async function findExporter(
  database: Database,
  { ownerId, siteId, now }: ExportOwner & { now: number },
) {
  return database
    .select({
      role: memberships.role,
      demo: users.demo,
      creatorId: sites.creatorId,
      timeZone: sites.timeZone,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(sites, eq(sites.id, memberships.siteId))
    .where(
      and(
        eq(memberships.userId, ownerId),
        eq(memberships.siteId, siteId),
        isNull(sites.deletedAt),
        sql`(${memberships.endsAt} is null or ${memberships.endsAt} > ${now})`,
      ),
    )
    .get();
}

type Progress = Partial<
  Pick<
    ExportTask,
    "uploadId" | "stateKey" | "cursor" | "rows" | "size" | "leasedUntil" | "attempts"
  >
>;

/** Stores the progress of a step. Returns false if the task was deleted or its step taken again. */
export async function saveExportProgress(
  database: Database,
  at: ExportStep,
  progress: Progress,
): Promise<boolean> {
  const saved = await database
    .update(exportTasks)
    .set(progress)
    .where(isAt(at))
    .returning({ id: exportTasks.id });
  return saved.length === 1;
}

/** Ends a task that failed. */
export async function failExport(
  database: Database,
  at: ExportStep,
  { failure, now }: { failure: ExportFailure; now: number },
): Promise<void> {
  await database.update(exportTasks).set({ failure, finishedAt: now }).where(isAt(at));
}

type Finished = { kind: FileKind; contentType: string; rows: number; size: number; now: number };

/** Ends a task and records its file. Returns false if the task was deleted or its step taken again. */
export async function finishExport(
  database: Database,
  { taskId, step, ownerId, siteId, fileKey }: ExportStep & ExportOwner & { fileKey: string },
  { kind, contentType, rows, size, now }: Finished,
): Promise<boolean> {
  const isHere = sql`exists (
    select 1 from export_tasks where id = ${taskId} and step = ${step} and finished_at is null
  )`;
  const file = { key: fileKey, kind, ownerId, siteId, contentType, size, now };
  const [added] = await database.batch([
    insertFile(database, file, isHere),
    database
      .update(files)
      .set({ attachedAt: now })
      .where(and(eq(files.key, fileKey), hasHappened)),
    database
      .update(exportTasks)
      .set({
        finishedAt: now,
        rows,
        size,
        cursor: sql`${exportTasks.untilAt}`,
        stateKey: null,
        uploadId: null,
      })
      .where(and(isAt({ taskId, step }), sql`exists (select 1 from files where key = ${fileKey})`)),
  ]);
  return added.length === 1;
}

/** Finds what the name of an export's file states: its site, and its period with the site's time zone. */
export async function findExportSubject(
  database: Database,
  { ownerId, siteId, fileKey }: ExportOwner & { fileKey: string },
) {
  return database
    .select({
      site: sites.name,
      timeZone: sites.timeZone,
      from: exportTasks.fromAt,
      until: exportTasks.untilAt,
    })
    .from(exportTasks)
    .innerJoin(sites, eq(sites.id, exportTasks.siteId))
    .where(
      and(
        eq(exportTasks.ownerId, ownerId),
        eq(exportTasks.siteId, siteId),
        eq(exportTasks.fileKey, fileKey),
      ),
    )
    .get();
}
