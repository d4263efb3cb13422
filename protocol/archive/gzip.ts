import { ArchiveDamaged } from "./archive-damaged.ts";
import { MAX_FILE_BYTES } from "./manifest.ts";

/** Compresses a text. */
export async function packText(text: string): Promise<Uint8Array> {
  const source = new Blob([text]).stream();
  return readAll(source.pipeThrough(new CompressionStream("gzip")));
}

/**
 * Decompresses a file, up to the maximum size, so that a small file cannot fill the memory.
 * @throws ArchiveDamaged
 */
export function unpack(packed: Uint8Array, path: string): Promise<Uint8Array> {
  const source = new Blob([packed as Uint8Array<ArrayBuffer>]).stream();
  return readAll(source.pipeThrough(new DecompressionStream("gzip")), path);
}

async function readAll(
  stream: ReadableStream<Uint8Array>,
  path: string | null = null,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw path === null ? error : new ArchiveDamaged("changedFile", path);
    });
    if (done) break;
    size += value.length;
    if (path !== null && size > MAX_FILE_BYTES) {
      await reader.cancel().catch(() => undefined);
      throw new ArchiveDamaged("tooLarge", path);
    }
    pieces.push(value);
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.length;
  }
  return bytes;
}
