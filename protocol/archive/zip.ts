import { ArchiveDamaged, DIRECTORY } from "./archive-damaged.ts";
import { crc32 } from "./crc32.ts";

/** A file in the ZIP; all are stored without compression, because their contents are compressed. */
export type ZipEntry = { name: string; crc: number; size: number; offset: number };

/** Maximum size of an archive and number of its files, those of a ZIP without the 64-bit extension. */
export const MAX_ARCHIVE_BYTES = 2 ** 32 - 2;
export const MAX_ARCHIVE_FILES = 65_534;
/** Maximum length of a file's name, characters. */
const MAX_NAME = 64;
/** Lower-case names in at most one folder, so that no name leaves the folder into which an archive is unpacked. */
const NAME = /^(?:[a-z0-9]+(?:-[a-z0-9]+)*\/)?[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+){1,2}$/;

const SIGNATURE = { file: 0x04034b50, entry: 0x02014b50, end: 0x06054b50 };
const VERSION = 20;
/** Names are UTF-8. */
const FLAGS = 0x0800;
const STORED = 0;
/** 1980-01-01, the earliest day of a ZIP, since the contents alone decide the bytes. */
const DATE = 0x21;
const HEADER_BYTES = 30;
const ENTRY_BYTES = 46;
const END_BYTES = 22;
const utf8 = new TextEncoder();

/** Returns the record before a file's bytes. */
export function headerOf({ name, crc, size }: Omit<ZipEntry, "offset">): Uint8Array {
  return record(
    [
      [4, SIGNATURE.file],
      [2, VERSION],
      [2, FLAGS],
      [2, STORED],
      [2, 0],
      [2, DATE],
      [4, crc],
      [4, size],
      [4, size],
      [2, name.length],
      [2, 0],
    ],
    name,
  );
}

/** Number of bytes that a file takes with its header. */
export function sizeWithHeader({ name, size }: Pick<ZipEntry, "name" | "size">): number {
  return HEADER_BYTES + name.length + size;
}

/** Returns the list of all files, which ends the ZIP. */
export function directoryOf(entries: readonly ZipEntry[]): Uint8Array {
  const records = entries.map(entryOf);
  const size = records.reduce((sum, { length }) => sum + length, 0);
  const last = entries.at(-1);
  const offset = last === undefined ? 0 : last.offset + sizeWithHeader(last);
  const end = record([
    [4, SIGNATURE.end],
    [2, 0],
    [2, 0],
    [2, entries.length],
    [2, entries.length],
    [4, size],
    [4, offset],
    [2, 0],
  ]);
  const whole = new Uint8Array(size + end.length);
  let place = 0;
  for (const part of [...records, end]) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}

const entryOf = ({ name, crc, size, offset }: ZipEntry) =>
  record(
    [
      [4, SIGNATURE.entry],
      [2, VERSION],
      [2, VERSION],
      [2, FLAGS],
      [2, STORED],
      [2, 0],
      [2, DATE],
      [4, crc],
      [4, size],
      [4, size],
      [2, name.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    ],
    name,
  );

/** Writes numbers of 2 and 4 bytes, little-endian, and a name of ASCII characters. */
function record(fields: readonly (readonly [bytes: 2 | 4, value: number])[], name = "") {
  const length = fields.reduce((sum, [bytes]) => sum + bytes, 0);
  const made = new Uint8Array(length + name.length);
  const view = new DataView(made.buffer);
  let offset = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(offset, value, true);
    else view.setUint32(offset, value, true);
    offset += bytes;
  }
  made.set(utf8.encode(name), length);
  return made;
}

/** Reads a part of the ZIP; fewer bytes are returned only if it ends before. */
export type ReadRange = (offset: number, length: number) => Promise<Uint8Array>;

/**
 * Reads the list of files. Only the form that `directoryOf` writes is accepted, in which every byte of the ZIP has one
 * meaning: no comment, no gap, no overlap, no name twice, no compression.
 * @param size bytes of the ZIP
 * @throws ArchiveDamaged
 */
export async function readDirectory(read: ReadRange, size: number): Promise<ZipEntry[]> {
  if (size < END_BYTES) throw new ArchiveDamaged("notArchive", DIRECTORY);
  if (size > MAX_ARCHIVE_BYTES) throw new ArchiveDamaged("tooLarge", DIRECTORY);
  const end = viewOf(await read(size - END_BYTES, END_BYTES));
  if (end.byteLength !== END_BYTES || end.getUint32(0, true) !== SIGNATURE.end)
    throw new ArchiveDamaged("notArchive", DIRECTORY);
  const count = end.getUint16(10, true);
  const [length, start] = [end.getUint32(12, true), end.getUint32(16, true)];
  if (
    start + length + END_BYTES !== size ||
    count > MAX_ARCHIVE_FILES ||
    length > count * (ENTRY_BYTES + MAX_NAME)
  )
    throw new ArchiveDamaged("changedFile", DIRECTORY);
  const bytes = await read(start, length + END_BYTES);
  const entries = parseEntries(bytes.subarray(0, length), count);
  const expected = directoryOf(entries);
  if (!areEqual(expected, bytes)) throw new ArchiveDamaged("changedFile", DIRECTORY);
  return entries;
}

function parseEntries(bytes: Uint8Array, count: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
  const names = new Set<string>();
  const view = viewOf(bytes);
  let [place, offset] = [0, 0];
  for (let index = 0; index < count; index++) {
    if (place + ENTRY_BYTES > bytes.length) throw new ArchiveDamaged("changedFile", DIRECTORY);
    const [crc, size] = [view.getUint32(place + 16, true), view.getUint32(place + 24, true)];
    const after = place + ENTRY_BYTES + view.getUint16(place + 28, true);
    const name = asciiOf(bytes.subarray(place + ENTRY_BYTES, after));
    if (after > bytes.length || name.length > MAX_NAME || !NAME.test(name) || names.has(name))
      throw new ArchiveDamaged("changedFile", DIRECTORY);
    names.add(name);
    const entry = { name, crc, size, offset };
    entries.push(entry);
    offset += sizeWithHeader(entry);
    place = after;
  }
  return entries;
}

/**
 * Reads the bytes of a file with their checksum.
 * @param max bytes; a larger file is refused before it is read, because it is in memory as a whole
 * @throws ArchiveDamaged
 */
export async function readEntry(
  read: ReadRange,
  entry: ZipEntry,
  max: number,
): Promise<Uint8Array> {
  if (entry.size > max) throw new ArchiveDamaged("tooLarge", entry.name);
  const whole = await read(entry.offset, sizeWithHeader(entry));
  const header = headerOf(entry);
  const bytes = whole.subarray(header.length);
  if (
    whole.length !== sizeWithHeader(entry) ||
    !areEqual(header, whole.subarray(0, header.length)) ||
    crc32(bytes) !== entry.crc
  )
    throw new ArchiveDamaged("changedFile", entry.name);
  return bytes;
}

function asciiOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, MAX_NAME + 1));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, place) => byte === other[place]);
}
