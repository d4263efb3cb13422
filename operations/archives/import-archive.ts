import {
  type ArchiveTask,
  finishImport,
  saveArchiveProgress,
} from "#database/archives/archive-tasks.ts";
import { doesSiteExist, reserveSiteId, storeImportedHead } from "#database/archives/import-rows.ts";
import { findUsersByEmail } from "#database/archives/site-rows.ts";
import { readUserRecord } from "#database/user/user-records.ts";
import type { ArchivePhase } from "#domain/archives/archive-task.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import { OBJECT_TABLES, type ObjectTableName } from "#protocol/archive/object-tables.ts";
import { NOTHING_VERIFIED, type VerifyState, verifyNext } from "#protocol/archive/read-archive.ts";
import { STRICT_ROWS } from "#protocol/archive/strict-rows.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import type { Context } from "../context.ts";
import { ARCHIVE_LEASE_MS, StepTaken } from "./archive-steps.ts";
import { commitSite } from "./commit-site.ts";
import { importPerson } from "./import-person.ts";
import { type MapUser, mapUsers, withUsers } from "./map-users.ts";
import { folderOf, openStored, readFolder, readStored, type StoredArchive } from "./open-stored.ts";
import { type ImportedPicture, storeReencoded } from "./store-reencoded.ts";

/** A step ends after this time, so that a killed one repeats little. */
const STEP_MS = 5 * SECOND_MS;
const KEY_BYTES = 16;
/** Progress of a phase, in thousandths, after all files. */
const WHOLE = 1_000;
const FILES = 800;
/** Rows of a table that one call stores. */
const ROWS_AT_ONCE = 2_000;

/** Stages of an import: files in their order, then rollups, which need all samples, then their comparison. */
type ImportState = {
  stage: "files" | "settle" | "days" | "pictures" | "commit";
  /** Index of the next file. */
  next: number;
  differences: number;
  pictures: ImportedPicture[];
};

/** A failure while a file was imported. */
export class ImportFailed extends Error {
  override name = "ImportFailed";
  readonly file: string;

  constructor(file: string, cause: unknown) {
    super("a file could not be imported", { cause });
    this.file = file;
  }
}

/**
 * Takes a step of verifying an archive. Nothing is stored of it before all files are verified.
 * @throws ArchiveDamaged, StepTaken
 */
export async function verifyArchive(context: Context, task: ArchiveTask): Promise<void> {
  const { database, files, now } = context;
  const archive = await openStored(files, task.fileKey);
  const total = archive.manifest.files.length;
  let state = (await readState<VerifyState>(context, task)) ?? NOTHING_VERIFIED;
  const startedAt = now();
  const renew = leaseKeeper(context, task);
  while (state.next < total) {
    await renew();
    state = await verifyNext(archive.read, archive, state);
    if (state.next < total && now() - startedAt >= STEP_MS)
      return saveState(context, task, state, {
        progress: Math.floor((WHOLE * state.next) / total),
      });
  }
  const { kind } = archive.manifest;
  const siteId = kind === "site" ? await reserveSiteId(database, task.ownerId) : null;
  const name = kind === "site" ? await readSiteName(archive) : task.name;
  const begin: ImportState = { stage: "files", next: 0, differences: 0, pictures: [] };
  await saveState(context, task, begin, {
    phase: "importing",
    subject: kind,
    siteId,
    name,
    progress: 0,
  });
}

async function readSiteName(archive: StoredArchive): Promise<string> {
  const [row] = await readFolder(archive, "site");
  return STRICT_ROWS.site.site.parse(row).name;
}

/**
 * Takes a step of importing a verified archive. The site exists only after the last one.
 * @throws ImportFailed, StepTaken, TooManyInvitations
 */
export async function importArchive(context: Context, task: ArchiveTask): Promise<void> {
  const { database, files, now, siteObject } = context;
  const { siteId } = task;
  const archive = await openStored(files, task.fileKey);
  const state = (await readState<ImportState>(context, task)) ?? {
    stage: "files",
    next: 0,
    differences: 0,
    pictures: [],
  };
  if (siteId === null) {
    await importPerson(context, archive, task.ownerId);
    return end(context, task);
  }
  if (await doesSiteExist(database, siteId)) return announce(context, task, siteId);
  const object = siteObject(siteId);
  const total = archive.manifest.files.length;
  const startedAt = now();
  const isOver = () => now() - startedAt >= STEP_MS;
  const save = (progress: number) =>
    saveState(context, task, state, { progress, differences: state.differences });
  const users = await findUsers(context, archive, task.ownerId);
  const [row] = await readFolder(archive, "site");
  const { time_zone: timeZone } = STRICT_ROWS.site.site.parse(row);
  if (state.next === 0 && state.stage === "files")
    await object.beginArchiveImport(siteId, timeZone, []);
  const renew = leaseKeeper(context, task);
  const at = async <Result>(index: number, work: () => Promise<Result>): Promise<Result> => {
    try {
      await renew();
      return await work();
    } catch (error) {
      if (error instanceof StepTaken) throw error;
      throw new ImportFailed(archive.manifest.files[index]?.path ?? "", error);
    }
  };
  while (state.stage === "files") {
    const { next } = state;
    if (next < total) await at(next, () => storeFile(archive, next));
    state.next += 1;
    if (state.next >= total) Object.assign(state, { stage: "settle", next: 0 });
    if (isOver()) return save(Math.floor((FILES * Math.min(next + 1, total)) / Math.max(1, total)));
  }
  while (state.stage === "settle") {
    if (await at(-1, () => object.settleImport())) state.stage = "days";
    if (isOver()) return save(FILES);
  }
  while (state.stage === "days" || state.stage === "pictures") {
    const { next, stage } = state;
    if (next >= total) {
      Object.assign(state, { stage: stage === "days" ? "pictures" : "commit", next: 0 });
      continue;
    }
    await at(next, () => (stage === "days" ? compareFile(next) : storePicture(next)));
    state.next += 1;
    if (isOver()) return save(FILES + Math.floor((100 * (next + 1)) / total));
  }
  await commitSite(context, archive, task, { siteId, pictures: state.pictures, users });
  await saveArchiveProgress(database, stepOf(task), { differences: state.differences });
  await announce(context, task, siteId);

  async function storeFile(stored: StoredArchive, index: number): Promise<void> {
    const folder = folderOf(stored, index);
    if (folder === "registers" || folder === "samples" || folder === "latest") {
      const contents = await readStored(stored, index);
      if (contents.kind === "samples")
        for (const samples of contents.samples) await object.importSamples(samples);
      if (contents.kind !== "rows") return;
      if (folder === "latest") return object.importLatest(contents.rows);
      const registers = contents.rows.map(({ register }) => String(register));
      return object.beginArchiveImport(siteId ?? 0, timeZone, registers);
    }
    if (!isObjectTable(folder)) return;
    const contents = await readStored(stored, index);
    if (contents.kind !== "rows") return;
    const rows = contents.rows.map((each) => withUsers(folder, each, users));
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
      await object.importRows(folder, rows.slice(start, start + ROWS_AT_ONCE));
  }

  async function compareFile(index: number): Promise<void> {
    if (folderOf(archive, index) !== "days") return;
    const contents = await readStored(archive, index);
    if (contents.kind === "rows") state.differences += await object.compareDays(contents.rows);
  }

  async function storePicture(index: number): Promise<void> {
    if (folderOf(archive, index) !== "pictures") return;
    const contents = await readStored(archive, index);
    const path = archive.manifest.files[index]?.path ?? "";
    if (contents.kind !== "picture") return;
    const picture = await storeReencoded(context, contents.bytes, path);
    state.pictures = [...state.pictures.filter((each) => each.path !== path), picture];
  }
}

/** Returns a function that keeps the lease of a step which takes longer than expected. @throws StepTaken */
function leaseKeeper({ database, now }: Context, task: ArchiveTask): () => Promise<void> {
  let renewedAt = now();
  return async () => {
    if (now() - renewedAt < ARCHIVE_LEASE_MS / 4) return;
    renewedAt = now();
    const isOurs = await saveArchiveProgress(database, stepOf(task), {
      leasedUntil: renewedAt + ARCHIVE_LEASE_MS,
    });
    if (!isOurs) throw new StepTaken();
  };
}

function isObjectTable(folder: string): folder is ObjectTableName {
  return Object.hasOwn(OBJECT_TABLES, folder);
}

/**
 * Finds the users of the archive by their addresses: the importing user, and users who share a site with them. Any others
 * stay unknown, because an archive with arbitrary addresses would reveal who is registered.
 */
async function findUsers(
  { database }: Context,
  archive: StoredArchive,
  importerId: number,
): Promise<MapUser> {
  const users = (await readFolder(archive, "users")).map((row) =>
    STRICT_ROWS.site.users.parse(row),
  );
  const found = await findUsersByEmail(
    database,
    importerId,
    users.flatMap(({ email }) => email ?? []),
  );
  return mapUsers(
    new Map(
      users.flatMap(({ user, email }) => {
        const id = email === null ? undefined : found.get(email);
        return id === undefined ? [] : [[user, id] as const];
      }),
    ),
  );
}

/** Lets the object of a new site record the import, and ends the task. It may be repeated. */
async function announce(context: Context, task: ArchiveTask, siteId: number): Promise<void> {
  const { database, siteObject } = context;
  const person = await readUserRecord(database, task.ownerId);
  const author = { id: task.ownerId, name: person?.name ?? "" };
  const head = await siteObject(siteId).finishImport(siteId, `import-${task.id}`, author);
  await storeImportedHead(database, siteId, head);
  await end(context, task);
}

async function end({ database, files, now }: Context, task: ArchiveTask): Promise<void> {
  if (!(await finishImport(database, stepOf(task), now()))) throw new StepTaken();
  await files.delete([task.fileKey, ...(task.stateKey === null ? [] : [task.stateKey])]);
}

const stepOf = ({ id, step }: ArchiveTask) => ({ archiveId: id, step });

async function readState<State>(
  { files }: Context,
  { stateKey }: ArchiveTask,
): Promise<State | null> {
  if (stateKey === null) return null;
  const body = await files.get(stateKey);
  if (body === null) throw new Error("the state of an import is not in the store");
  return (await new Response(body).json()) as State;
}

type More = Parameters<typeof saveArchiveProgress>[2] & { phase?: ArchivePhase };

/** Saves the state under a new key before the task names it, so that a killed step leaves the one before. */
async function saveState(
  { database, files, now, randomBytes, enqueueArchive }: Context,
  task: ArchiveTask,
  state: VerifyState | ImportState,
  more: More,
): Promise<void> {
  const stateKey = toBase64Url(randomBytes(KEY_BYTES));
  await files.put(stateKey, new TextEncoder().encode(JSON.stringify(state)), "application/json");
  const isSaved = await saveArchiveProgress(database, stepOf(task), {
    ...more,
    stateKey,
    leasedUntil: now() + ARCHIVE_LEASE_MS,
    attempts: 0,
  });
  const unused = isSaved ? task.stateKey : stateKey;
  if (unused !== null) await files.delete([unused]);
  if (!isSaved) throw new StepTaken();
  await enqueueArchive(stepOf(task));
}
