import { z } from "zod";
import {
  type ArchiveTask,
  addArchivePart,
  addArchiveTask,
  findArchiveTask,
  listArchiveParts,
  listArchiveTasks,
  markArchiveDownloaded,
  type NewArchiveTask,
  removeArchiveTask,
  startArchiveImport,
} from "#database/archives/archive-tasks.ts";
import { recordArchive } from "#database/archives/record-archive.ts";
import { readSiteNames } from "#database/sites/site-names.ts";
import {
  ARCHIVE_FAILURES,
  ARCHIVE_PART_BYTES,
  ARCHIVE_PHASES,
  ARCHIVE_RETENTION_MS,
  ARCHIVE_SUBJECTS,
  ARCHIVE_TASK_KINDS,
  ARCHIVE_UPLOAD_MS,
  MAX_DAILY_ARCHIVES,
  MAX_STORED_ARCHIVES,
  MAX_UNFINISHED_ARCHIVES,
} from "#domain/archives/archive-task.ts";
import { filePath } from "#domain/files/file-path.ts";
import { PLAIN_LINE } from "#domain/plain-line.ts";
import { Problem } from "#domain/problem.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import { MAX_ARCHIVE_BYTES } from "#protocol/archive/zip.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import { sealSiteKey } from "#protocol/keys/page-keys.ts";
import { confirmed, onSite, signedIn } from "../access.ts";
import { confirmField } from "../confirmation.ts";
import type { Context, SignedIn } from "../context.ts";
import { enforceRateLimit } from "../enforce-rate-limit.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";
import { uploadedFile } from "../upload-input.ts";
import { ARCHIVE_LEASE_MS } from "./archive-steps.ts";
import { discardArchive } from "./take-archive-step.ts";

const KEY_BYTES = 16;
const MAX_FILE_NAME = 100;
const archiveId = z.int().min(1);
/** Smallest archive: the directory of a ZIP. */
const MIN_BYTES = 22;

type Order = Pick<NewArchiveTask, "kind" | "subject" | "siteId" | "name" | "phase"> &
  Partial<Pick<NewArchiveTask, "fileKey" | "uploadId" | "size" | "leasedUntil">>;

/** Adds a task of the caller. @throws Problem conflict, tooFast, notFound */
async function order(context: Context, { person }: SignedIn, task: Order): Promise<number> {
  const { database, now, randomBytes } = context;
  await enforceRateLimit(context, ["archive", person.id], {
    max: MAX_DAILY_ARCHIVES,
    windowMs: DAY_MS,
  });
  const limits = { unfinished: MAX_UNFINISHED_ARCHIVES, stored: MAX_STORED_ARCHIVES };
  const added = await addArchiveTask(
    database,
    {
      ownerId: person.id,
      fileKey: toBase64Url(randomBytes(KEY_BYTES)),
      uploadId: null,
      size: 0,
      leasedUntil: now() + ARCHIVE_LEASE_MS,
      ...task,
      now: now(),
    },
    limits,
  );
  if (added === undefined) throw new Problem("notFound");
  if (added === "unfinished")
    throw new Problem("conflict", { message: "archivesBusy", limit: limits.unfinished });
  if (added === "stored")
    throw new Problem("conflict", { message: "archivesFull", limit: limits.stored });
  return added;
}

export const addSiteArchive = operation({
  path: "POST /site/v2/archive/add",
  description: {
    summary:
      "Orders a ZIP with everything of a site, kept for 7 days. At most 2 of a user are in preparation, 10 are stored, 20 are ordered in a day",
    output: z.object({ archiveId: z.int() }),
    example: { input: { id: 12 }, output: { archiveId: 7 } },
  },
  input: siteInput({ ...confirmField }),
  access: confirmed(onSite("archive")),
  async run({ context, caller, site }) {
    const { database, now } = context;
    const names = await readSiteNames(database, site.id);
    if (names === undefined) throw new Problem("notFound");
    const task = { kind: "export", subject: "site", phase: "writing" } as const;
    const added = await order(context, caller, { ...task, siteId: site.id, name: names.name });
    await recordArchive(database, { siteId: site.id, by: caller.person.id, now: now() });
    await context.enqueueArchive({ archiveId: added, step: 0 });
    return { archiveId: added };
  },
});

export const addPersonArchive = operation({
  path: "POST /user/v2/archive/add",
  description: {
    summary:
      "Orders a ZIP with the caller's profile, contacts, preferences, sites, messages and pictures, with the limits of archives of sites",
    output: z.object({ archiveId: z.int() }),
    example: { input: {}, output: { archiveId: 8 } },
  },
  input: z.object({ ...confirmField }),
  access: confirmed(signedIn("editAccount")),
  async run({ context, caller }) {
    const task = { kind: "export", subject: "person", siteId: null, phase: "writing" } as const;
    const added = await order(context, caller, { ...task, name: caller.person.name });
    await context.enqueueArchive({ archiveId: added, step: 0 });
    return { archiveId: added };
  },
});

const archive = z.object({
  archiveId: z.int(),
  kind: z.enum(ARCHIVE_TASK_KINDS).describe("Whether the archive is written or imported"),
  subject: z
    .enum(ARCHIVE_SUBJECTS)
    .nullable()
    .describe("A site, or a user's own data; null until an import is verified"),
  name: z.string().describe("Name of the site, of the user, or of the uploaded file"),
  phase: z.enum(ARCHIVE_PHASES),
  progress: z.number().min(0).max(1).describe("Share of the phase that is done"),
  size: z.int().describe("Bytes"),
  createdAt: z.int().describe("ms UTC"),
  downloadedAt: z.int().nullable().describe("ms UTC"),
  expiresAt: z.int().nullable().describe("When the task and its file are deleted, ms UTC"),
  failure: z.enum(ARCHIVE_FAILURES).nullable(),
  failureFile: z.string().nullable().describe("File because of which an archive was refused"),
  failureRow: z.int().nullable().describe("Row of that file, from 1"),
  differences: z
    .int()
    .nullable()
    .describe("Number of daily rollups that differ from those computed from imported samples"),
  siteKey: z.string().nullable().describe("Key of the imported site"),
});
const EXAMPLE = {
  archiveId: 7,
  kind: "export",
  subject: "site",
  name: "Harbour roof",
  phase: "done",
  progress: 1,
  size: 4_190_208,
  createdAt: 1_790_000_000_000,
  downloadedAt: null,
  expiresAt: 1_790_604_800_000,
  failure: null,
  failureFile: null,
  failureRow: null,
  differences: null,
  siteKey: null,
} as const;

export const listArchives = operation({
  path: "POST /user/v2/archive/list",
  description: {
    summary: "Lists the caller's archives and imports, the newest first",
    output: z.object({ archives: z.array(archive) }),
    example: { input: {}, output: { archives: [EXAMPLE] } },
  },
  input: z.object({}),
  access: signedIn("editAccount"),
  writes: false,
  async run({ context, caller }) {
    const tasks = await listArchiveTasks(context.database, caller.person.id, MAX_STORED_ARCHIVES);
    return { archives: tasks.map((task) => describeTask(task, context, caller)) };
  },
});

function describeTask(
  task: ArchiveTask,
  { keys }: Context,
  { person }: SignedIn,
): z.output<typeof archive> {
  const { id, kind, subject, name, phase, progress, size, createdAt, downloadedAt } = task;
  const { failure, failureFile, failureRow, differences, finishedAt, siteId } = task;
  const isImported = kind === "import" && finishedAt !== null && failure === null;
  return {
    ...{ archiveId: id, kind, subject, name, phase, progress: progress / 1_000, size },
    ...{ createdAt, downloadedAt, failure, failureFile, failureRow, differences },
    expiresAt: finishedAt === null ? null : finishedAt + ARCHIVE_RETENTION_MS,
    siteKey: isImported && siteId !== null ? sealSiteKey(keys, person.id, siteId) : null,
  };
}

export const downloadArchive = operation({
  path: "POST /user/v2/archive/download",
  description: {
    summary:
      "Returns the path of a finished archive, which the caller reads until it expires, also in parts (`Range` and `If-Range` with its `ETag`)",
    output: z.object({
      file: z.string().describe("Path of the file"),
      size: z.int().describe("Bytes"),
      expiresAt: z.int().describe("ms UTC"),
    }),
    example: {
      input: { archiveId: 7 },
      output: {
        file: "/files/kT2m0yFQm4rB1oNfX9pLwA",
        size: 4_190_208,
        expiresAt: 1_790_604_800_000,
      },
    },
  },
  input: z.object({ archiveId }),
  access: signedIn("editAccount"),
  async run({ input, context: { database, now }, caller }) {
    const own = { ownerId: caller.person.id, id: input.archiveId };
    const task = await markArchiveDownloaded(database, own, now());
    if (task === undefined) throw new Problem("notFound");
    if (task.finishedAt === null) throw new Problem("conflict", { message: "exportUnfinished" });
    return {
      file: filePath(task.fileKey),
      size: task.size,
      expiresAt: task.finishedAt + ARCHIVE_RETENTION_MS,
    };
  },
});

export const deleteArchive = operation({
  path: "POST /user/v2/archive/delete",
  description: {
    summary:
      "Deletes one of the caller's archives with its file, or cancels its preparation or import. An imported site stays",
    output: z.null(),
    example: { input: { archiveId: 7 }, output: null },
  },
  input: z.object({ archiveId }),
  access: signedIn("editAccount"),
  async run({ input, context, caller }) {
    const own = { ownerId: caller.person.id, id: input.archiveId };
    const removed = await removeArchiveTask(context.database, own);
    if (removed === undefined) throw new Problem("notFound");
    await discardArchive(context, removed);
    return null;
  },
});

export const addArchiveImport = operation({
  path: "POST /user/v2/archive/import/add",
  description: {
    summary:
      "Begins to import an archive of up to 4 GiB, which is then uploaded in parts of `partBytes` bytes within a day",
    output: z.object({ archiveId: z.int(), partBytes: z.int(), parts: z.int() }),
    example: {
      input: { name: "harbour-roof.zip", size: 4_190_208 },
      output: { archiveId: 9, partBytes: ARCHIVE_PART_BYTES, parts: 1 },
    },
  },
  input: z.object({
    name: z.string().trim().min(1, "required").max(MAX_FILE_NAME, "tooLong").regex(PLAIN_LINE),
    size: z.int().min(MIN_BYTES, "tooSmall").max(MAX_ARCHIVE_BYTES, "tooBig").describe("Bytes"),
  }),
  access: signedIn("editAccount"),
  async run({ input: { name, size }, context, caller }) {
    const { files, now, randomBytes } = context;
    const fileKey = toBase64Url(randomBytes(KEY_BYTES));
    const uploadId = await files.startUpload(fileKey, "application/zip");
    const task = { kind: "import", subject: null, siteId: null, phase: "receiving" } as const;
    try {
      const added = await order(context, caller, {
        ...task,
        ...{ name, size, fileKey, uploadId },
        leasedUntil: now() + ARCHIVE_UPLOAD_MS,
      });
      return { archiveId: added, partBytes: ARCHIVE_PART_BYTES, parts: partsOf(size) };
    } catch (error) {
      await files.abortUpload({ key: fileKey, uploadId });
      throw error;
    }
  },
});

const partsOf = (size: number) => Math.ceil(size / ARCHIVE_PART_BYTES);

export const addArchiveImportPart = operation({
  path: "POST /user/v2/archive/import/part",
  description: {
    summary:
      "Uploads a part of an archive, numbered from 1. All parts have `partBytes` bytes except the last one. A part may be uploaded again",
    output: z.null(),
    example: {
      input: { archiveId: "9", number: "1", file: "(binary)" },
      output: null,
    },
  },
  body: "upload",
  input: z.object({
    archiveId: z.coerce.number().pipe(archiveId),
    number: z.coerce.number().pipe(z.int().min(1)),
    file: uploadedFile,
  }),
  access: signedIn("editAccount"),
  async run({ input: { archiveId: id, number, file }, context, caller }) {
    const { database, files } = context;
    const own = { ownerId: caller.person.id, id };
    const task = await findReceiving(database, own);
    const parts = partsOf(task.size);
    if (number > parts) throw new Problem("invalid", { fields: { number: "wrongValue" } });
    const expected =
      number < parts ? ARCHIVE_PART_BYTES : task.size - (parts - 1) * ARCHIVE_PART_BYTES;
    if (file.bytes.length !== expected)
      throw new Problem("invalid", { fields: { file: "wrongFile" } });
    const upload = { key: task.fileKey, uploadId: task.uploadId };
    const tag = await files.storePart(upload, number, file.bytes);
    if (!(await addArchivePart(database, { ...own, number, tag })))
      throw new Problem("conflict", { message: "uploadEnded" });
    return null;
  },
});

export const startImport = operation({
  path: "POST /user/v2/archive/import/start",
  description: {
    summary:
      "Verifies an archive whose parts are all uploaded, and imports it as a new site of the caller, or into the caller's own account",
    output: z.null(),
    example: { input: { archiveId: 9 }, output: null },
  },
  input: z.object({ archiveId }),
  access: signedIn("editAccount"),
  async run({ input: { archiveId: id }, context, caller }) {
    const { database, files, now } = context;
    const own = { ownerId: caller.person.id, id };
    const task = await findReceiving(database, own);
    const parts = await listArchiveParts(database, id);
    if (parts.length !== partsOf(task.size))
      throw new Problem("conflict", { message: "uploadIncomplete" });
    const { fileKey: key, uploadId } = task;
    // The parts were joined by a call that was interrupted before it recorded that.
    if ((await files.head(key)) === null)
      await files.completeUpload(
        { key, uploadId },
        parts.map(({ tag }) => tag),
      );
    const step = await startArchiveImport(database, own, now() + ARCHIVE_LEASE_MS);
    if (step !== undefined) await context.enqueueArchive(step);
    return null;
  },
});

async function findReceiving(
  database: Context["database"],
  own: { ownerId: number; id: number },
): Promise<ArchiveTask & { uploadId: string }> {
  const task = await findArchiveTask(database, own);
  if (task?.kind !== "import") throw new Problem("notFound");
  const { uploadId } = task;
  if (task.phase !== "receiving" || uploadId === null)
    throw new Problem("conflict", { message: "uploadEnded" });
  return { ...task, uploadId };
}
