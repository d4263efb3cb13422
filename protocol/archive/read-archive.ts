import { type CanonicalValue, writeCanonical } from "#domain/journal/canonical-json.ts";
import { EMPTY_HEAD, type JournalHead } from "#domain/journal/journal-entry.ts";
import { ArchiveDamaged, DIRECTORY } from "./archive-damaged.ts";
import { digestBytes, digestText } from "./digest.ts";
import { unpack } from "./gzip.ts";
import {
  type ArchivedFile,
  MANIFEST,
  MAX_MANIFEST_BYTES,
  MAX_PACKED_BYTES,
  type Manifest,
  readManifest,
} from "./manifest.ts";
import { MAX_LINE_BYTES, readLines } from "./read-lines.ts";
import { type ArchiveRow, rowSchema } from "./row-format.ts";
import { MAX_FILE_VALUES, readSamples, type SampleColumns } from "./samples-format.ts";
import { foldersOf } from "./site-files.ts";
import { maxLineBytes, strictSchema } from "./strict-rows.ts";
import { type ReadRange, readDirectory, readEntry, type ZipEntry } from "./zip.ts";

/** An archive whose list of files is verified; the files themselves are not yet. */
export type OpenedArchive = {
  manifest: Manifest;
  /** Files without the manifest, in their order. */
  entries: readonly ZipEntry[];
};

/**
 * Opens an archive.
 * @param size bytes
 * @throws ArchiveDamaged
 */
export async function openArchive(read: ReadRange, size: number): Promise<OpenedArchive> {
  const all = await readDirectory(read, size);
  const last = all.at(-1);
  if (last?.name !== MANIFEST) throw new ArchiveDamaged("notArchive", MANIFEST);
  const manifest = readManifest(await readEntry(read, last, MAX_MANIFEST_BYTES));
  const entries = all.slice(0, -1);
  checkList(manifest, entries);
  return { manifest, entries };
}

/** A file is in the folder of its kind, and files of a folder are numbered from 1. */
const PATH = /^([a-z]+(?:-[a-z]+)*)\/(\d{5})\.(ndjson\.gz|png|jpg|gif|webp)$/;
const ROWS = "ndjson.gz";

/** Returns the path of a file of rows. */
export function pathOfRows(folder: string, number: number): string {
  return `${folder}/${String(number).padStart(5, "0")}.${ROWS}`;
}

/** Checks that exactly the files of the manifest are there, in the order of the folders. */
function checkList({ kind, files }: Manifest, entries: readonly ZipEntry[]): void {
  const folders = foldersOf(kind);
  const order = Object.keys(folders);
  const rows = new Map<string, number>();
  let before = { place: -1, number: 0 };
  for (const [index, file] of files.entries()) {
    const [, folder = "", digits = "0", type] = PATH.exec(file.path) ?? [];
    const known = Object.hasOwn(folders, folder) ? folders[folder] : undefined;
    if (known === undefined || (known.kind === "pictures") === (type === ROWS))
      throw new ArchiveDamaged("unknownFile", file.path.slice(0, 64));
    const [place, number] = [order.indexOf(folder), Number(digits)];
    const isNext = place === before.place ? number === before.number + 1 : number === 1;
    if (place < before.place || !isNext) throw new ArchiveDamaged("missingFile", file.path);
    before = { place, number };
    if ((known.kind === "pictures") !== (file.rows === null))
      throw new ArchiveDamaged("wrongRow", file.path);
    const entry = entries[index];
    if (entry === undefined) throw new ArchiveDamaged("missingFile", file.path);
    if (entry.name !== file.path || entry.size !== file.bytes)
      throw new ArchiveDamaged("changedFile", file.path);
    const count = (rows.get(folder) ?? 0) + (file.rows ?? 1);
    rows.set(folder, count);
    if ("max" in known && count > known.max) throw new ArchiveDamaged("tooLarge", file.path);
  }
  const more = entries[files.length];
  if (more !== undefined) throw new ArchiveDamaged("unknownFile", more.name);
  for (const [folder, known] of Object.entries(folders))
    if (known.kind === "rows" && (rows.get(folder) ?? 0) < (known.min ?? 0))
      throw new ArchiveDamaged("missingFile", pathOfRows(folder, 1));
  if (files.length === 0) throw new ArchiveDamaged("notArchive", DIRECTORY);
}

/** Contents of a file. */
export type ArchiveContents =
  | { kind: "rows"; folder: string; rows: ArchiveRow[] }
  /** Samples are read while they are iterated, which throws `ArchiveDamaged`, and only once. */
  | { kind: "samples"; folder: string; samples: Iterable<SampleColumns> }
  | { kind: "picture"; folder: string; bytes: Uint8Array };

/**
 * Reads and verifies a file by its index.
 * @throws ArchiveDamaged
 */
export async function readArchiveFile(
  read: ReadRange,
  archive: OpenedArchive,
  index: number,
): Promise<ArchiveContents> {
  const contents = await openFile(read, archive, index);
  return contents.kind === "rows" ? { ...contents, rows: [...contents.rows] } : contents;
}

/** A file of which rows and samples are read while they are iterated. */
type OpenedFile = { size: number } & (
  | Exclude<ArchiveContents, { kind: "rows" }>
  | { kind: "rows"; folder: string; rows: Iterable<ArchiveRow> }
);

async function openFile(
  read: ReadRange,
  { manifest, entries }: OpenedArchive,
  index: number,
): Promise<OpenedFile> {
  const [file, entry] = [manifest.files[index], entries[index]];
  if (file === undefined || entry === undefined)
    throw new ArchiveDamaged("missingFile", String(index));
  const packed = await readEntry(read, entry, MAX_PACKED_BYTES);
  if ((await digestBytes(packed)) !== file.sha256)
    throw new ArchiveDamaged("changedFile", file.path);
  const folder = file.path.slice(0, file.path.indexOf("/"));
  const known = foldersOf(manifest.kind)[folder];
  if (known === undefined || known.kind === "pictures")
    return { kind: "picture", folder, bytes: packed, size: packed.length };
  const bytes = await unpack(packed, file.path);
  const size = bytes.length;
  if (known.kind === "samples")
    return { kind: "samples", folder, size, samples: samplesOf(bytes, file) };
  const columns = rowSchema(known.columns);
  const strict = strictSchema(manifest.kind, folder);
  const toRow = (value: unknown) => {
    const row = columns.safeParse(value).data;
    return row === undefined || strict?.safeParse(row).success === false ? null : row;
  };
  const limits = { lineBytes: maxLineBytes(manifest.kind, folder), areHeld: true };
  return { kind: "rows", folder, size, rows: readLines(bytes, file, limits, toRow) };
}

function samplesOf(bytes: Uint8Array, file: ArchivedFile): Iterable<SampleColumns> {
  let [row, values] = [0, 0];
  return readLines(bytes, file, { lineBytes: MAX_LINE_BYTES, areHeld: false }, (line) => {
    const samples = readSamples(line);
    row += 1;
    values += samples === null ? 0 : samples.at.length * samples.addresses.length;
    if (values > MAX_FILE_VALUES) throw new ArchiveDamaged("tooLarge", file.path, row);
    return samples;
  });
}

/** State of the verification across the files of an archive, from one step to the next. */
export type VerifyState = {
  /** Index of the next file. */
  next: number;
  journal: JournalHead;
  /** Register that files of registers have named so far. */
  registers: number;
  /** Bytes of all files so far, decompressed. */
  unpacked: number;
};

export const NOTHING_VERIFIED: VerifyState = {
  next: 0,
  journal: EMPTY_HEAD,
  registers: 0,
  unpacked: 0,
};

/**
 * Maximum size of all files of an archive, decompressed, bytes. Ten years of 25 registers every 10 s are 800 million
 * values, each of which may take 20 bytes.
 */
export const MAX_UNPACKED_BYTES = 2 ** 34;

/**
 * Verifies the next file: its bytes, its rows one at a time, and that a journal is one chain.
 * @throws ArchiveDamaged
 */
export async function verifyNext(
  read: ReadRange,
  archive: OpenedArchive,
  state: VerifyState,
): Promise<VerifyState> {
  const contents = await openFile(read, archive, state.next);
  const path = archive.manifest.files[state.next]?.path ?? "";
  let { journal, registers } = state;
  const unpacked = state.unpacked + contents.size;
  if (unpacked > MAX_UNPACKED_BYTES) throw new ArchiveDamaged("tooLarge", path);
  if (contents.kind === "samples") for (const _ of contents.samples);
  if (contents.kind === "rows") {
    let line = 0;
    for (const row of contents.rows) {
      line += 1;
      if (contents.folder === "journal") journal = follow(journal, row, path, line);
    }
    if (contents.folder === "registers") registers += line;
  }
  return { next: state.next + 1, journal, registers, unpacked };
}

function follow(head: JournalHead, row: ArchiveRow, path: string, line: number): JournalHead {
  const text = writeEntry(row);
  if (row.number !== head.number + 1 || row.previous !== head.hash || text === null)
    throw new ArchiveDamaged("wrongRow", path, line);
  return { number: head.number + 1, hash: digestText(text) };
}

/** Writes an entry as it is hashed; null if it has no canonical form. */
function writeEntry(row: ArchiveRow): string | null {
  try {
    return writeCanonical(row as CanonicalValue);
  } catch {
    return null;
  }
}
