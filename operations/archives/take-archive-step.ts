import {
  type ArchiveStep,
  type ArchiveTask,
  failArchive,
  hasArchiveTask,
  noteErased,
  saveArchiveProgress,
  takeArchiveStep,
} from "#database/archives/archive-tasks.ts";
import { doesSiteExist } from "#database/archives/import-rows.ts";
import type { ArchiveFailure } from "#domain/archives/archive-task.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import { ArchiveDamaged } from "#protocol/archive/archive-damaged.ts";
import type { Context } from "../context.ts";
import { AccessEnded, ARCHIVE_LEASE_MS, StepTaken, TooManyInvitations } from "./archive-steps.ts";
import { ArchiveTooLarge } from "./archive-writer.ts";
import { ImportFailed, importArchive, verifyArchive } from "./import-archive.ts";
import { SiteGone } from "./site-sources.ts";
import { writeArchive } from "./write-archive.ts";

const MAX_ATTEMPTS = 5;
const RETRY_MS = 10 * SECOND_MS;

type Fault = { failure: ArchiveFailure; file: string | null; row: number | null };

/**
 * Takes the next step of an archive, and queues the one after. A step that another consumer has taken, or whose task
 * was deleted, does nothing. A failed step is taken again from the saved state.
 */
export async function takeArchive(context: Context, asked: ArchiveStep): Promise<void> {
  const { database, log, now } = context;
  const task = await takeArchiveStep(database, asked, now() + ARCHIVE_LEASE_MS);
  if (task === undefined) return;
  // A step that was killed each time, for example for its memory, ends here.
  if (task.attempts > MAX_ATTEMPTS)
    return fail(context, task, { failure: "fault", file: null, row: null });
  try {
    if (task.phase === "writing") await writeArchive(context, task);
    else if (task.phase === "verifying") await verifyArchive(context, task);
    else if (task.phase === "importing") await importArchive(context, task);
    // The upload took longer than a day.
    else await fail(context, task, { failure: "fault", file: null, row: null });
  } catch (error) {
    if (error instanceof StepTaken) return abandon(context, task);
    const fault = faultOf(error, task);
    if (fault !== null) return fail(context, task, fault);
    log.error("a step of an archive failed", error);
    await saveArchiveProgress(
      database,
      { archiveId: task.id, step: task.step },
      { leasedUntil: now() + task.attempts * RETRY_MS },
    );
  }
}

/** Returns why a task ends; null if its step is to be taken again. */
function faultOf(error: unknown, { attempts }: ArchiveTask): Fault | null {
  const of = (failure: ArchiveFailure, file: string | null = null, row: number | null = null) => ({
    failure,
    file,
    row,
  });
  const cause = error instanceof ImportFailed ? error.cause : error;
  if (cause instanceof ArchiveDamaged) return of(cause.fault, cause.file, cause.row);
  if (error instanceof TooManyInvitations) return of("invitations");
  if (error instanceof ArchiveTooLarge) return of("tooLarge");
  if (error instanceof AccessEnded) return of("access");
  if (error instanceof SiteGone) return of("siteGone");
  if (attempts < MAX_ATTEMPTS) return null;
  return error instanceof ImportFailed ? of("unreadable", error.file) : of("fault");
}

async function fail(context: Context, task: ArchiveTask, fault: Fault): Promise<void> {
  const own = { archiveId: task.id, step: task.step };
  // Otherwise another consumer goes on with it.
  if (await failArchive(context.database, own, { ...fault, now: context.now() }))
    await discardArchive(context, task);
}

/** Deletes what the step of a deleted task has stored; another consumer goes on with any other one. */
async function abandon(context: Context, task: ArchiveTask): Promise<void> {
  const isThere = await hasArchiveTask(context.database, task.id);
  if (!isThere && task.phase === "importing") await eraseImport(context, task);
}

/** Deletes what an unfinished or failed task has in the store, and the object of a site that does not exist yet. */
export async function discardArchive(context: Context, task: ArchiveTask): Promise<void> {
  const { files } = context;
  const { fileKey: key, uploadId, stateKey } = task;
  await eraseImport(context, task);
  if (uploadId !== null) await files.abortUpload({ key, uploadId });
  await files.delete([key, ...(stateKey === null ? [] : [stateKey])]);
}

/** Erases the object of an import whose site does not exist. */
export async function eraseImport(
  { database, siteObject }: Context,
  { id, kind, siteId }: Pick<ArchiveTask, "id" | "kind" | "siteId">,
): Promise<void> {
  if (kind !== "import" || siteId === null) return;
  if (await doesSiteExist(database, siteId)) return;
  await siteObject(siteId).erase();
  await noteErased(database, id);
}
