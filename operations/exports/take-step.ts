import {
  type ExportStep,
  type ExportTask,
  failExport,
  findExporter,
  finishExport,
  saveExportProgress,
  takeExportStep,
} from "#database/exports/export-tasks.ts";
import { can } from "#domain/access/can.ts";
import type {
  EnergyInterval,
  ExportFailure,
  ExportFormat,
  ValueInterval,
} from "#domain/exports/export-request.ts";
import { MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import type { ExportRows } from "#protocol/history/export-rows.ts";
import { EVERYBODYS } from "../charts/period-curve.ts";
import type { Context, Upload } from "../context.ts";
import { advanceFile, type FileState } from "./advance-file.ts";
import { type ExportLayout, ExportTooLarge } from "./export-encoder.ts";
import { readEnergies, readRegisters, SiteGone } from "./export-sources.ts";
import { packState, unpackState } from "./pack-state.ts";

/** Until when a queued or running step counts as alive; the job queues it again afterwards. */
export const EXPORT_LEASE_MS = MINUTE_MS;
/** Length of the parts of a file, bytes; the store takes 10,000 of them. */
const PART_BYTES = 8 * 1024 * 1024;
const MAX_PARTS = 10_000;
/** A step ends after this time or this many parts, so that a killed one repeats little. */
const STEP_MS = 5 * SECOND_MS;
const STEP_PARTS = 8;
const MAX_ATTEMPTS = 5;
const RETRY_MS = 10 * SECOND_MS;
const KEY_BYTES = 16;

export const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  parquet: "application/vnd.apache.parquet",
};

/**
 * Takes the next step of an export, and queues the one after. A step that another consumer has taken, or whose task was
 * deleted, does nothing. A failed step is taken again from the saved state.
 */
export async function takeStep(context: Context, asked: ExportStep): Promise<void> {
  const { database, now, log } = context;
  const task = await takeExportStep(database, asked, now() + EXPORT_LEASE_MS);
  if (task === undefined) return;
  const own = { taskId: task.id, step: task.step };
  try {
    if (task.attempts > MAX_ATTEMPTS) return await fail(context, task, "fault");
    await write(context, task);
  } catch (error) {
    const failure = failureOf(error);
    if (failure !== null) return fail(context, task, failure);
    log.error("a step of an export failed", error);
    await saveExportProgress(database, own, { leasedUntil: now() + task.attempts * RETRY_MS });
  }
}

function failureOf(error: unknown): ExportFailure | null {
  if (error instanceof ExportTooLarge) return "tooLarge";
  return error instanceof SiteGone ? "access" : null;
}

async function fail(context: Context, task: ExportTask, failure: ExportFailure): Promise<void> {
  const { database, files, now } = context;
  await failExport(database, { taskId: task.id, step: task.step }, { failure, now: now() });
  await discardExport(context, task);
  await files.delete([task.fileKey]);
}

/** Deletes what an unfinished export has in the store. */
export async function discardExport(
  { files }: Pick<Context, "files">,
  { fileKey, uploadId, stateKey }: Pick<ExportTask, "fileKey" | "uploadId" | "stateKey">,
): Promise<void> {
  if (uploadId !== null) await files.abortUpload({ key: fileKey, uploadId });
  if (stateKey !== null) await files.delete([stateKey]);
}

async function write(context: Context, task: ExportTask): Promise<void> {
  const { database, files, now } = context;
  const own = { taskId: task.id, step: task.step };
  const { ownerId, siteId, fileKey, format } = task;
  const exporter = await findExporter(database, { ownerId, siteId, now: now() });
  if (exporter === undefined || !mayExport(task, exporter)) return fail(context, task, "access");
  const contentType = CONTENT_TYPES[format];
  const kind = isOfSite(task) ? "history" : "registers";
  const finish = async (result: { rows: number; size: number }) => {
    const finished = { kind, contentType, ...result, now: now() } as const;
    const isRecorded = await finishExport(database, { ...own, ownerId, siteId, fileKey }, finished);
    if (!isRecorded) await files.delete([fileKey]);
    if (task.stateKey !== null) await files.delete([task.stateKey]);
  };
  const stored = task.uploadId === null ? null : await files.head(fileKey);
  // The parts were joined by a step that was killed before it recorded the file.
  if (stored !== null) return finish({ rows: task.rows, size: stored.size });
  const upload = await openUpload(context, task, contentType);
  if (upload === null) return;
  const state = await readState(context, task);
  const layout = JSON.parse(task.layout) as ExportLayout;
  const startedAt = now();
  const result = await advanceFile(state ?? { cursor: task.fromAt, parts: [], rest: NOTHING }, {
    read: sourceOf(context, task, exporter.timeZone),
    encoder: context.openExportEncoder(layout, state?.encoder ?? null),
    storePart(number, bytes) {
      if (number > MAX_PARTS) throw new ExportTooLarge(`more than ${MAX_PARTS} parts`);
      return files.storePart(upload, number, bytes);
    },
    partBytes: PART_BYTES,
    isOver: (parts) => parts >= STEP_PARTS || now() - startedAt >= STEP_MS,
  });
  const { rows, size } = result;
  if (!result.isFinished) return saveState(context, task, { ...result.state, rows, size });
  // The rows are stored before the parts are joined, since only the size can be read from the file.
  if (!(await saveExportProgress(database, own, { rows, size }))) return;
  await files.completeUpload(upload, result.parts);
  await finish({ rows, size });
}

const NOTHING = new Uint8Array();

/** Returns the unfinished file, which the first step begins; null if the task was deleted meanwhile. */
async function openUpload(
  { database, files }: Context,
  { id: taskId, step, fileKey: key, uploadId }: ExportTask,
  contentType: string,
): Promise<Upload | null> {
  if (uploadId !== null) return { key, uploadId };
  const upload = { key, uploadId: await files.startUpload(key, contentType) };
  if (await saveExportProgress(database, { taskId, step }, { uploadId: upload.uploadId }))
    return upload;
  await files.abortUpload(upload);
  return null;
}

async function readState({ files }: Context, { stateKey }: ExportTask): Promise<FileState | null> {
  if (stateKey === null) return null;
  const body = await files.get(stateKey);
  if (body === null) throw new Error("the state of an export is not in the store");
  return unpackState(new Uint8Array(await new Response(body).arrayBuffer()));
}

/** Saves the state under a new key before the task names it, so that a killed step leaves the one before. */
async function saveState(
  context: Context,
  task: ExportTask,
  { rows, size, ...state }: FileState & { rows: number; size: number },
): Promise<void> {
  const { database, files, now, randomBytes, enqueueExport } = context;
  const own = { taskId: task.id, step: task.step };
  const stateKey = toBase64Url(randomBytes(KEY_BYTES));
  await files.put(stateKey, packState(state), "application/octet-stream");
  const leasedUntil = now() + EXPORT_LEASE_MS;
  const progress = { stateKey, cursor: state.cursor, rows, size, leasedUntil, attempts: 0 };
  const isSaved = await saveExportProgress(database, own, progress);
  const unused = isSaved ? task.stateKey : stateKey;
  if (unused !== null) await files.delete([unused]);
  if (isSaved) await enqueueExport(own);
}

type Exporter = NonNullable<Awaited<ReturnType<typeof findExporter>>>;

const isOfSite = ({ addresses }: Pick<ExportTask, "addresses">) =>
  addresses.every((address) => EVERYBODYS.has(address));

/** Access may have ended since the export was ordered. */
function mayExport(task: ExportTask, { role, demo, creatorId }: Exporter): boolean {
  const actor = { role, owner: creatorId === task.ownerId, demo, share: false };
  const source = isOfSite(task) ? "viewHistory" : "viewAdvancedCurve";
  return can(actor, "exportData") && can(actor, source);
}

function sourceOf(
  context: Context,
  { siteId, kind, addresses, untilAt: until, interval }: ExportTask,
  timeZone: string,
): (from: number) => Promise<ExportRows> {
  const source = { siteId, timeZone, addresses, until };
  if (kind === "statistics") return readEnergies(context, source, interval as EnergyInterval);
  return readRegisters(context, source, interval as ValueInterval);
}
