import type { PictureHeader } from "./picture-header.ts";

const SIGNATURE = Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10);
/** Size of the length, name and checksum of a chunk, bytes. */
const CHUNK_FRAME = 12;
const HEADER_BYTES = 13;
/** Names of the chunks with image data; all others are texts, profiles, times and further frames. */
const NEEDED_CHUNKS = ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"];
/** Maximum number of chunks, each of which becomes an object. The smallest that encoders write have a few KiB. */
const MAX_CHUNKS = 20_000;

/** Reads the header of a PNG; null if it is no PNG or does not state its size exactly once. */
export function readPng(bytes: Uint8Array): PictureHeader | null {
  const chunks = listChunks(bytes);
  const [header] = chunks;
  if (header?.name !== "IHDR" || header.end - header.start !== HEADER_BYTES + CHUNK_FRAME)
    return null;
  if (chunks.length >= MAX_CHUNKS || chunks.filter(({ name }) => name === "IHDR").length > 1)
    return null;
  const view = viewOf(bytes);
  const [width, height, depth] = [view.getUint32(16), view.getUint32(20), view.getUint8(24)];
  if (width === 0 || height === 0) return null;
  return { type: "image/png", width, height, weight: depth > 8 ? 2 : 1, orientation: 1 };
}

/** Returns the picture reduced to its image data, as a list of byte ranges without compressed texts and profiles. */
export function neededOfPng(bytes: Uint8Array): Uint8Array[] {
  const needed = listChunks(bytes).filter(({ name }) => NEEDED_CHUNKS.includes(name));
  return [SIGNATURE, ...needed.map(({ start, end }) => bytes.subarray(start, end))];
}

type Chunk = { name: string; start: number; end: number };

/** Lists the chunks up to the last complete one; empty if the file is no PNG. */
function listChunks(bytes: Uint8Array): Chunk[] {
  if (SIGNATURE.some((byte, place) => bytes[place] !== byte)) return [];
  const view = viewOf(bytes);
  const chunks: Chunk[] = [];
  for (let start = SIGNATURE.length; start + CHUNK_FRAME <= bytes.length; ) {
    const end = start + view.getUint32(start) + CHUNK_FRAME;
    if (end > bytes.length || chunks.length === MAX_CHUNKS) break;
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
