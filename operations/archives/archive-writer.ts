import { crc32 } from "#protocol/archive/crc32.ts";
import { digestBytes } from "#protocol/archive/digest.ts";
import { packText } from "#protocol/archive/gzip.ts";
import {
  type ArchivedFile,
  MANIFEST,
  MAX_PACKED_BYTES,
  type Manifest,
  writeManifest,
} from "#protocol/archive/manifest.ts";
import { pathOfRows } from "#protocol/archive/read-archive.ts";
import {
  directoryOf,
  headerOf,
  MAX_ARCHIVE_BYTES,
  MAX_ARCHIVE_FILES,
  sizeWithHeader,
  type ZipEntry,
} from "#protocol/archive/zip.ts";

/** The archive exceeds what a ZIP holds. */
export class ArchiveTooLarge extends Error {
  override name = "ArchiveTooLarge";
}

type WrittenFile = ArchivedFile & { crc: number };

/** State of an unfinished archive, JSON. */
export type WriterState = {
  files: WrittenFile[];
  /** Tags of the stored parts, in their order. */
  parts: string[];
  /** Bytes of all files so far. */
  offset: number;
};

export const NEW_ARCHIVE: WriterState = { files: [], parts: [], offset: 0 };

type Store = {
  /** Stores a part and returns its tag; parts are numbered from 1. */
  storePart(number: number, bytes: Uint8Array): Promise<string>;
  /** Bytes of each part but the last one, which may have less. */
  partBytes: number;
};

/** Writes the files of an archive one after another, in parts of one size. One part is in memory at a time. */
export class ArchiveWriter {
  readonly #store: Store;
  readonly #state: WriterState;
  readonly #part: Uint8Array;
  #length = 0;

  /** @param rest bytes that follow the stored parts */
  constructor(store: Store, state: WriterState, rest: Uint8Array) {
    this.#store = store;
    this.#state = { ...state, files: [...state.files], parts: [...state.parts] };
    this.#part = new Uint8Array(store.partBytes);
    this.#part.set(rest);
    this.#length = rest.length;
  }

  get size(): number {
    return this.#state.offset;
  }

  get storedParts(): number {
    return this.#state.parts.length;
  }

  /** Adds lines of JSON as the next file of a folder; without any it adds none. */
  async addRows(folder: string, lines: string, rows: number): Promise<void> {
    if (rows === 0) return;
    const number = this.#state.files.filter(({ path }) => path.startsWith(`${folder}/`)).length + 1;
    await this.#add(pathOfRows(folder, number), await packText(lines), rows);
  }

  /** Adds a picture. */
  async addPicture(path: string, bytes: Uint8Array): Promise<void> {
    await this.#add(path, bytes, null);
  }

  /** Adds the manifest and the directory. @returns the tags of all parts */
  async finish(head: Pick<Manifest, "kind" | "createdAt" | "origin">): Promise<readonly string[]> {
    const files = this.#state.files.map(({ crc: _, ...file }) => file);
    const manifest = new TextEncoder().encode(writeManifest({ ...head, files }));
    const entries = this.#entries();
    await this.#write(MANIFEST, manifest);
    const entry = { name: MANIFEST, crc: crc32(manifest), size: manifest.length };
    const offset = this.#state.offset - sizeWithHeader(entry);
    await this.#put(directoryOf([...entries, { ...entry, offset }]));
    if (this.#length > 0) await this.#storePart();
    return this.#state.parts;
  }

  /** Returns the state and the bytes that fill no part yet. */
  save(): { state: WriterState; rest: Uint8Array } {
    return { state: this.#state, rest: this.#part.slice(0, this.#length) };
  }

  async #add(path: string, bytes: Uint8Array, rows: number | null): Promise<void> {
    const { files, offset } = this.#state;
    const isFull = files.length + 1 >= MAX_ARCHIVE_FILES || bytes.length > MAX_PACKED_BYTES;
    // The manifest and the directory take about 250 bytes for each file.
    const after = offset + bytes.length + (files.length + 1) * 400;
    if (isFull || after > MAX_ARCHIVE_BYTES) throw new ArchiveTooLarge(path);
    const crc = await this.#write(path, bytes);
    files.push({ path, bytes: bytes.length, sha256: await digestBytes(bytes), rows, crc });
  }

  async #write(name: string, bytes: Uint8Array): Promise<number> {
    const crc = crc32(bytes);
    await this.#put(headerOf({ name, crc, size: bytes.length }));
    await this.#put(bytes);
    return crc;
  }

  #entries(): ZipEntry[] {
    let offset = 0;
    return this.#state.files.map(({ path: name, bytes: size, crc }) => {
      const entry = { name, size, crc, offset };
      offset += sizeWithHeader(entry);
      return entry;
    });
  }

  async #put(bytes: Uint8Array): Promise<void> {
    this.#state.offset += bytes.length;
    for (let start = 0; start < bytes.length; ) {
      const some = bytes.subarray(start, start + this.#part.length - this.#length);
      this.#part.set(some, this.#length);
      this.#length += some.length;
      start += some.length;
      if (this.#length === this.#part.length) await this.#storePart();
    }
  }

  async #storePart(): Promise<void> {
    const { parts } = this.#state;
    parts.push(await this.#store.storePart(parts.length + 1, this.#part.slice(0, this.#length)));
    this.#length = 0;
  }
}
