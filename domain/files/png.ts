import type { PictureHeader } from "./picture-header.ts";

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
/** Length, name and checksum of a chunk. */
const CHUNK_FRAME = 12;
const HEADER_BYTES = 13;
/** Those that make the picture; all others are texts, profiles, times and further frames. */
const NEEDED_CHUNKS = ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"];

/** Null where it is no PNG, or one that says nothing of its size. */
export function readPng(bytes: Uint8Array): PictureHeader | null {
  const [header] = listChunks(bytes);
  if (header?.name !== "IHDR" || header.end - header.start !== HEADER_BYTES + CHUNK_FRAME)
    return null;
  const view = viewOf(bytes);
  const [width, height, depth] = [view.getUint32(16), view.getUint32(20), view.getUint8(24)];
  if (width === 0 || height === 0) return null;
  return { type: "image/png", width, height, weight: depth > 8 ? 2 : 1, orientation: 1 };
}

/** The same picture with nothing in it but its pixels: no packed text or profile is ever unpacked. */
export function stripPng(bytes: Uint8Array): Uint8Array {
  const kept = listChunks(bytes).filter(({ name }) => NEEDED_CHUNKS.includes(name));
  const size = kept.reduce((sum, { start, end }) => sum + end - start, SIGNATURE.length);
  const stripped = new Uint8Array(size);
  stripped.set(SIGNATURE);
  let at = SIGNATURE.length;
  for (const { start, end } of kept) {
    stripped.set(bytes.subarray(start, end), at);
    at += end - start;
  }
  return stripped;
}

type Chunk = { name: string; start: number; end: number };

/** Up to the last whole one. */
function listChunks(bytes: Uint8Array): Chunk[] {
  if (SIGNATURE.some((byte, place) => bytes[place] !== byte)) return [];
  const view = viewOf(bytes);
  const chunks: Chunk[] = [];
  for (let start = SIGNATURE.length; start + CHUNK_FRAME <= bytes.length; ) {
    const end = start + view.getUint32(start) + CHUNK_FRAME;
    if (end > bytes.length) break;
    const name = String.fromCharCode(...bytes.subarray(start + 4, start + 8));
    chunks.push({ name, start, end });
    if (name === "IEND") break;
    start = end;
  }
  return chunks;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
