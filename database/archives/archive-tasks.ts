import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";
import type {
  ArchiveFailure,
  ArchivePhase,
  ArchiveSubject,
  ArchiveTaskKind,
} from "#domain/archives/archive-task.ts";
import type { Database } from "../connect.ts";
import { insertFile } from "../files/files.ts";
import { archiveParts, archiveTasks } from "../schema/archives.ts";
import { files } from "../schema/files.ts";
import { memberships } from "../schema/members.ts";
import { sites } from "../schema/sites.ts";
import { users } from "../schema/users.ts";

export type NewArchiveTask = {
  ownerId: number;
  kind: ArchiveTaskKind;
  subject: ArchiveSubject | null;
  siteId: number | null;
  name: string;
  phase: ArchivePhase;
  fileKey: string;
  uploadId: string | null;
  size: number;
  now: number;
  leasedUntil: number;
};

/** Maximum numbers of a user's tasks. */
export type ArchiveLimits = { unfinished: number; stored: number };

/**
 * Adds a task.
 * @returns its id, or which limit of its user is reached; undefined if the account was deleted
 */
export async function addArchiveTask(
  database: Database,
  task: NewArchiveTask,
  limits: ArchiveLimits,
): Promise<number | keyof ArchiveLimits | undefined> {
  const { ownerId } = task;
  const theirs = sql`from ${archiveTasks} where ${archiveTasks.ownerId} = ${ownerId}`;
  const unfinished = sql<number>`(select count(*) ${theirs} and ${archiveTasks.finishedAt} is null)`;
  const stored = sql<number>`(select count(*) ${theirs})`;
  const [added, [counted]] = await database.batch([
    database
      .insert(archiveTasks)
      .select(
        sql`
          select null, ${ownerId}, ${task.kind}, ${task.subject}, ${task.siteId}, ${task.name}, ${task.phase},
            ${task.now}, ${task.fileKey}, ${task.uploadId}, null, 0, ${task.size}, 0, ${task.leasedUntil}, 0, null,
            null, null, null, null, null
          from ${users}
          where ${users.id} = ${ownerId} and ${unfinished} < ${limits.unfinished} and ${stored} < ${limits.stored}
        `,
      )
      .returning({ id: archiveTasks.id }),
    database.select({ unfinished, stored }).from(users).where(eq(users.id, ownerId)),
  ]);
  if (added[0] !== undefined) return added[0].id;
  if (counted === undefined) return undefined;
  return counted.unfinished >= limits.unfinished ? "unfinished" : "stored";
}

/** Lists a user's tasks, newest first. */
export async function listArchiveTasks(database: Database, ownerId: number, limit: number) {
  return database
    .select()
    .from(archiveTasks)
    .where(eq(archiveTasks.ownerId, ownerId))
    .orderBy(desc(archiveTasks.id))
    .limit(limit);
}
export type ArchiveTask = Awaited<ReturnType<typeof listArchiveTasks>>[number];

type OwnTask = { ownerId: number; id: number };
const isOwn = ({ ownerId, id }: OwnTask) =>
  and(eq(archiveTasks.id, id), eq(archiveTasks.ownerId, ownerId));

/** Finds a user's task. */
export async function findArchiveTask(database: Database, task: OwnTask) {
  return database.select().from(archiveTasks).where(isOwn(task)).get();
}

/** Whether a task is there, finished or not. */
export async function hasArchiveTask(database: Database, id: number): Promise<boolean> {
  return (await database.$count(archiveTasks, eq(archiveTasks.id, id))) === 1;
}

/** Marks a finished archive as downloaded, and returns the task. */
export async function markArchiveDownloaded(database: Database, task: OwnTask, now: number) {
  const [marked] = await database
    .update(archiveTasks)
    .set({
      downloadedAt: sql`
        case when ${archiveTasks.finishedAt} is not null then coalesce(${archiveTasks.downloadedAt}, ${now}) end
      `,
    })
    .where(and(isOwn(task), eq(archiveTasks.kind, "export"), isNull(archiveTasks.failure)))
    .returning();
  return marked;
}

/** Deletes a user's task and the record of its file. Returns what is left in the store. */
export async function removeArchiveTask(
  database: Database,
  task: OwnTask,
): Promise<ArchiveTask | undefined> {
  const [, [removed]] = await database.batch([
    database
      .delete(files)
      .where(
        inArray(
          files.key,
          database.select({ key: archiveTasks.fileKey }).from(archiveTasks).where(isOwn(task)),
        ),
      ),
    database.delete(archiveTasks).where(isOwn(task)).returning(),
  ]);
  return removed;
}

/** Lists the tasks of a user that have more than a file, for the deletion of the account. */
export async function listArchivesToDiscard(database: Database, ownerId: number) {
  return database
    .select()
    .from(archiveTasks)
    .where(
      and(
        eq(archiveTasks.ownerId, ownerId),
        or(
          isNull(archiveTasks.finishedAt),
          and(isNotNull(archiveTasks.failure), isNotNull(archiveTasks.siteId)),
        ),
      ),
    );
}

/** Lists tasks that ended before an instant. */
export async function listOldArchives(
  database: Database,
  before: number,
  limit: number,
): Promise<ArchiveTask[]> {
  return database
    .select()
    .from(archiveTasks)
    .where(lt(archiveTasks.finishedAt, before))
    .orderBy(archiveTasks.id)
    .limit(limit);
}

/** Deletes a task and the record of its file. */
export async function dropArchive(
  database: Database,
  { id, fileKey }: Pick<ArchiveTask, "id" | "fileKey">,
): Promise<void> {
  await database.batch([
    database.delete(files).where(eq(files.key, fileKey)),
    database.delete(archiveTasks).where(eq(archiveTasks.id, id)),
  ]);
}

/** The next step of a task; a consumer takes it only if it is still the next one. */
export type ArchiveStep = { archiveId: number; step: number };

/** Leases the tasks whose step was lost, and returns their steps. */
export async function leaseLostArchives(
  database: Database,
  { now, leasedUntil }: { now: number; leasedUntil: number },
): Promise<ArchiveStep[]> {
  return database
    .update(archiveTasks)
    .set({ leasedUntil })
    .where(and(isNull(archiveTasks.finishedAt), lte(archiveTasks.leasedUntil, now)))
    .returning({ archiveId: archiveTasks.id, step: archiveTasks.step });
}

/** Takes a step of a task, once. Returns undefined if another consumer has, or the task has ended. */
export async function takeArchiveStep(
  database: Database,
  { archiveId, step }: ArchiveStep,
  leasedUntil: number,
) {
  const [taken] = await database
    .update(archiveTasks)
    .set({ step: step + 1, leasedUntil, attempts: sql`${archiveTasks.attempts} + 1` })
    .where(isAt({ archiveId, step }))
    .returning();
  return taken;
}

const isAt = ({ archiveId, step }: ArchiveStep) =>
  and(eq(archiveTasks.id, archiveId), eq(archiveTasks.step, step), isNull(archiveTasks.finishedAt));

type Progress = Partial<
  Pick<
    ArchiveTask,
    | "uploadId"
    | "stateKey"
    | "progress"
    | "size"
    | "leasedUntil"
    | "attempts"
    | "phase"
    | "subject"
    | "siteId"
    | "name"
    | "differences"
  >
>;

/** Stores the progress of a step. Returns false if the task was deleted or its step taken again. */
export async function saveArchiveProgress(
  database: Database,
  at: ArchiveStep,
  progress: Progress,
): Promise<boolean> {
  const saved = await database
    .update(archiveTasks)
    .set(progress)
    .where(isAt(at))
    .returning({ id: archiveTasks.id });
  return saved.length === 1;
}

/** Ends a task that failed. Returns false if it has ended already. */
export async function failArchive(
  database: Database,
  at: ArchiveStep,
  fault: { failure: ArchiveFailure; file: string | null; row: number | null; now: number },
): Promise<boolean> {
  const { failure, file, row, now } = fault;
  const ended = await database
    .update(archiveTasks)
    .set({
      failure,
      failureFile: file,
      failureRow: row,
      finishedAt: now,
      phase: "done",
      stateKey: null,
    })
    .where(isAt(at))
    .returning({ id: archiveTasks.id });
  return ended.length === 1;
}

/** Ends an export and records its file. Returns false if the task was deleted or its step taken again. */
export async function finishArchive(
  database: Database,
  at: ArchiveStep,
  {
    ownerId,
    fileKey: key,
    size,
    now,
  }: Pick<ArchiveTask, "ownerId" | "fileKey" | "size"> & { now: number },
): Promise<boolean> {
  const isHere = sql`exists (
    select 1 from archive_tasks where id = ${at.archiveId} and step = ${at.step} and finished_at is null
  )`;
  const file = {
    key,
    kind: "archive" as const,
    ownerId,
    contentType: ARCHIVE_CONTENT_TYPE,
    size,
    now,
  };
  const [added] = await database.batch([
    insertFile(database, file, isHere),
    database.update(files).set({ attachedAt: now }).where(eq(files.key, key)),
    database
      .update(archiveTasks)
      .set({
        finishedAt: now,
        phase: "done",
        progress: 1_000,
        size,
        stateKey: null,
        uploadId: null,
      })
      .where(and(isAt(at), sql`exists (select 1 from files where key = ${key})`)),
  ]);
  return added.length === 1;
}

export const ARCHIVE_CONTENT_TYPE = "application/zip";

/** Ends an import. Returns false if the task was deleted or its step taken again. */
export async function finishImport(
  database: Database,
  at: ArchiveStep,
  now: number,
): Promise<boolean> {
  const ended = await database
    .update(archiveTasks)
    .set({ finishedAt: now, phase: "done", progress: 1_000, stateKey: null, uploadId: null })
    .where(isAt(at))
    .returning({ id: archiveTasks.id });
  return ended.length === 1;
}

/** Records a part of an upload. Returns false if it is not being received. */
export async function addArchivePart(
  database: Database,
  { ownerId, id, number, tag }: OwnTask & { number: number; tag: string },
): Promise<boolean> {
  const added = await database
    .insert(archiveParts)
    .select(
      sql`
        select ${archiveTasks.id}, ${number}, ${tag}
        from ${archiveTasks}
        where ${isOwn({ ownerId, id })} and ${archiveTasks.phase} = 'receiving'
      `,
    )
    .onConflictDoUpdate({
      target: [archiveParts.taskId, archiveParts.number],
      set: { tag: sql`excluded.tag` },
    })
    .returning({ number: archiveParts.number });
  return added.length === 1;
}

/** Lists the parts of an upload in their order. */
export async function listArchiveParts(database: Database, taskId: number) {
  return database
    .select({ number: archiveParts.number, tag: archiveParts.tag })
    .from(archiveParts)
    .where(eq(archiveParts.taskId, taskId))
    .orderBy(asc(archiveParts.number));
}

/** Begins to verify an upload that is complete. Returns the step; undefined if another call has begun. */
export async function startArchiveImport(
  database: Database,
  task: OwnTask,
  leasedUntil: number,
): Promise<ArchiveStep | undefined> {
  const [started] = await database
    .update(archiveTasks)
    .set({ phase: "verifying", leasedUntil })
    .where(and(isOwn(task), eq(archiveTasks.phase, "receiving")))
    .returning({ archiveId: archiveTasks.id, step: archiveTasks.step });
  return started;
}

/** Returns what decides whether a user may still take an archive of a site; undefined without access. */
export async function findArchivist(
  database: Database,
  { ownerId, siteId, now }: { ownerId: number; siteId: number; now: number },
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
        or(isNull(memberships.endsAt), sql`${memberships.endsAt} > ${now}`),
      ),
    )
    .get();
}

/** Lists sites of imports that failed before they existed; their objects are erased again until the task is dropped. */
export async function listAbandonedImports(database: Database, limit: number) {
  return database
    .select({ id: archiveTasks.id, siteId: archiveTasks.siteId })
    .from(archiveTasks)
    .where(
      and(
        eq(archiveTasks.kind, "import"),
        isNotNull(archiveTasks.failure),
        isNotNull(archiveTasks.siteId),
        sql`not exists (select 1 from sites where sites.id = ${archiveTasks.siteId})`,
      ),
    )
    .limit(limit);
}

/** Records that the object of a failed import is erased. */
export async function noteErased(database: Database, id: number): Promise<void> {
  await database
    .update(archiveTasks)
    .set({ siteId: null })
    .where(and(eq(archiveTasks.id, id), isNotNull(archiveTasks.failure)));
}
