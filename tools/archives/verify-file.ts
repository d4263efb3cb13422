import { open } from "node:fs/promises";
import { ArchiveDamaged } from "#protocol/archive/archive-damaged.ts";
import type { Manifest } from "#protocol/archive/manifest.ts";
import { NOTHING_VERIFIED, openArchive, verifyNext } from "#protocol/archive/read-archive.ts";
import type { ReadRange } from "#protocol/archive/zip.ts";

/** Result of verifying an archive. */
export type FileVerification =
  | { isValid: true; manifest: Manifest; size: number }
  | { isValid: false; fault: ArchiveDamaged };

/** Verifies an archive without the portal, one file at a time. */
export async function verifyFile(path: string): Promise<FileVerification> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const read: ReadRange = async (offset, length) => {
      const bytes = new Uint8Array(length);
      const { bytesRead } = await handle.read(bytes, 0, length, offset);
      return bytes.subarray(0, bytesRead);
    };
    const archive = await openArchive(read, size);
    let state = NOTHING_VERIFIED;
    while (state.next < archive.entries.length) state = await verifyNext(read, archive, state);
    return { isValid: true, manifest: archive.manifest, size };
  } catch (error) {
    if (error instanceof ArchiveDamaged) return { isValid: false, fault: error };
    throw error;
  } finally {
    await handle.close();
  }
}
