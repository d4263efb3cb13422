import {
  type ArchiveContents,
  type OpenedArchive,
  openArchive,
  readArchiveFile,
} from "#protocol/archive/read-archive.ts";
import type { ArchiveRow } from "#protocol/archive/row-format.ts";
import type { ReadRange } from "#protocol/archive/zip.ts";
import type { Context } from "../context.ts";

/** An archive in the store. */
export type StoredArchive = OpenedArchive & { read: ReadRange };

/**
 * Opens an uploaded archive.
 * @throws ArchiveDamaged
 */
export async function openStored(
  files: Pick<Context["files"], "get" | "head">,
  key: string,
): Promise<StoredArchive> {
  const head = await files.head(key);
  if (head === null) throw new Error("an uploaded archive is not in the store");
  const read: ReadRange = async (offset, length) => {
    if (length === 0) return new Uint8Array();
    const body = await files.get(key, { offset, length });
    if (body === null) throw new Error("an uploaded archive is not in the store");
    return new Uint8Array(await new Response(body).arrayBuffer());
  };
  return { ...(await openArchive(read, head.size)), read };
}

/** Returns the folder of a file. */
export function folderOf(archive: OpenedArchive, index: number): string {
  const { path = "" } = archive.manifest.files[index] ?? {};
  return path.slice(0, path.indexOf("/"));
}

/** Reads a file that was verified before. */
export function readStored(archive: StoredArchive, index: number): Promise<ArchiveContents> {
  return readArchiveFile(archive.read, archive, index);
}

/** Reads all rows of a folder, which has few. */
export async function readFolder(archive: StoredArchive, folder: string): Promise<ArchiveRow[]> {
  const rows: ArchiveRow[] = [];
  for (const index of archive.manifest.files.keys()) {
    if (folderOf(archive, index) !== folder) continue;
    const contents = await readStored(archive, index);
    if (contents.kind === "rows") rows.push(...contents.rows);
  }
  return rows;
}
