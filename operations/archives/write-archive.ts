import {
  ARCHIVE_CONTENT_TYPE,
  type ArchiveTask,
  findArchivist,
  finishArchive,
  hasArchiveTask,
  saveArchiveProgress,
} from "#database/archives/archive-tasks.ts";
import { can } from "#domain/access/can.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import type { Context, Upload } from "../context.ts";
import { packState, unpackState } from "../exports/pack-state.ts";
import { AccessEnded, ARCHIVE_LEASE_MS } from "./archive-steps.ts";
import { ArchiveWriter, NEW_ARCHIVE, type WriterState } from "./archive-writer.ts";
import { listPersonSources } from "./person-sources.ts";
import {
  type ArchivedPicture,
  listSiteSources,
  type Source,
  type Sources,
} from "./site-sources.ts";

/** Length of the parts of an archive, bytes; the store takes 10,000 of them. */
const PART_BYTES = 8 * 1_048_576;
/** A step ends after this time or this many parts, so that a killed one repeats little. */
const STEP_MS = 5 * SECOND_MS;
const STEP_PARTS = 4;
const KEY_BYTES = 16;
/** Progress of a task is counted in thousandths; writing samples takes most of it. */
const BEFORE_SAMPLES = 20;
const SAMPLES = 900;

type State = WriterState & {
  source: number;
  cursor: unknown;
  /** Pictures that the first step has named; later ones may have been added or deleted since. */
  pictures: readonly ArchivedPicture[] | null;
};

/** Takes a step of writing an archive: all or a part of its files. @throws SiteGone, AccessEnded, ArchiveTooLarge */
export async function writeArchive(context: Context, task: ArchiveTask): Promise<void> {
  const { database, files, now } = context;
  const own = { archiveId: task.id, step: task.step };
  const finish = async (size: number) => {
    const { ownerId, fileKey, stateKey } = task;
    const finished = { ownerId, fileKey, size, now: now() };
    const isFinished = await finishArchive(database, own, finished);
    // Another consumer may have finished the same file.
    if (!isFinished && !(await hasArchiveTask(database, task.id))) await files.delete([fileKey]);
    if (stateKey !== null) await files.delete([stateKey]);
  };
  const stored = task.uploadId === null ? null : await files.head(task.fileKey);
  // The parts were joined by a step that was killed before it recorded the file.
  if (stored !== null) return finish(stored.size);
  const saved = await readState(context, task);
  const { sources, pictures } = await listSources(context, task, saved.state.pictures);
  const upload = await openUpload(context, task);
  if (upload === null) return;
  const writer = new ArchiveWriter(
    {
      partBytes: PART_BYTES,
      storePart: (number, bytes) => files.storePart(upload, number, bytes),
    },
    saved.state,
    saved.rest,
  );
  let { source, cursor } = saved.state;
  const startedAt = now();
  const firstParts = writer.storedParts;
  let progress = task.progress;
  const isOver = () =>
    writer.storedParts - firstParts >= STEP_PARTS || now() - startedAt >= STEP_MS;
  for (let current = sources[source]; current !== undefined; current = sources[source]) {
    const { next, share } = await current.write(cursor, writer);
    progress = Math.max(progress, progressOf(current, source / sources.length, share));
    cursor = next;
    if (next === null) source += 1;
    if (source === sources.length || !isOver()) continue;
    const { state, rest } = writer.save();
    return saveState(context, task, { ...state, source, cursor, pictures }, { rest, progress });
  }
  const head = {
    kind: task.subject ?? "site",
    createdAt: task.createdAt,
    origin: context.portalOrigin,
  };
  const tags = await writer.finish(head);
  await files.completeUpload(upload, tags);
  await finish(writer.size);
}

function progressOf({ folder }: Source, before: number, share: number | undefined): number {
  if (folder === "samples") return Math.floor(BEFORE_SAMPLES + SAMPLES * (share ?? 1));
  return Math.floor(before * BEFORE_SAMPLES);
}

async function listSources(
  context: Context,
  task: ArchiveTask,
  chosen: State["pictures"],
): Promise<Sources> {
  const { ownerId, siteId, createdAt } = task;
  if (task.subject === "person" || siteId === null)
    return listPersonSources(context, ownerId, createdAt, chosen);
  const archivist = await findArchivist(context.database, { ownerId, siteId, now: context.now() });
  if (archivist === undefined) throw new AccessEnded();
  const { role, demo, creatorId, timeZone } = archivist;
  const actor = { role, demo, owner: creatorId === ownerId, share: false };
  if (!can(actor, "archive")) throw new AccessEnded();
  return listSiteSources(context, { siteId, ownerId, timeZone }, createdAt, chosen);
}

/** Returns the unfinished file, which the first step begins; null if the task was deleted meanwhile. */
async function openUpload(
  { database, files }: Context,
  { id: archiveId, step, fileKey: key, uploadId }: ArchiveTask,
): Promise<Upload | null> {
  if (uploadId !== null) return { key, uploadId };
  const upload = { key, uploadId: await files.startUpload(key, ARCHIVE_CONTENT_TYPE) };
  const isSaved = await saveArchiveProgress(
    database,
    { archiveId, step },
    { uploadId: upload.uploadId },
  );
  if (isSaved) return upload;
  await files.abortUpload(upload);
  return null;
}

async function readState(
  { files }: Context,
  { stateKey }: ArchiveTask,
): Promise<{ state: State; rest: Uint8Array }> {
  if (stateKey === null)
    return {
      state: { ...NEW_ARCHIVE, source: 0, cursor: null, pictures: null },
      rest: new Uint8Array(),
    };
  const body = await files.get(stateKey);
  if (body === null) throw new Error("the state of an archive is not in the store");
  const packed = new Uint8Array(await new Response(body).arrayBuffer());
  const { encoder, rest } = unpackState(packed);
  return { state: JSON.parse(encoder) as State, rest };
}

/** Saves the state under a new key before the task names it, so that a killed step leaves the one before. */
async function saveState(
  { database, files, now, randomBytes, enqueueArchive }: Context,
  task: ArchiveTask,
  state: State,
  { rest, progress }: { rest: Uint8Array; progress: number },
): Promise<void> {
  const own = { archiveId: task.id, step: task.step };
  const stateKey = toBase64Url(randomBytes(KEY_BYTES));
  const packed = packState({ cursor: 0, parts: [], encoder: JSON.stringify(state), rest });
  await files.put(stateKey, packed, "application/octet-stream");
  const isSaved = await saveArchiveProgress(database, own, {
    stateKey,
    progress,
    size: state.offset,
    leasedUntil: now() + ARCHIVE_LEASE_MS,
    attempts: 0,
  });
  const unused = isSaved ? task.stateKey : stateKey;
  if (unused !== null) await files.delete([unused]);
  if (isSaved) await enqueueArchive(own);
}
