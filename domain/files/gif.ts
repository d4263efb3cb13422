import type { PictureHeader } from "./picture-header.ts";

const VERSIONS = ["GIF87a", "GIF89a"];
const SCREEN_END = 13;
const EXTENSION = 0x21;
const IMAGE = 0x2c;

/** Null where it is no GIF, or one without a picture. */
export function readGif(bytes: Uint8Array): PictureHeader | null {
  if (!VERSIONS.includes(String.fromCharCode(...bytes.subarray(0, 6)))) return null;
  const frame = findFrame(bytes, SCREEN_END + tableBytes(bytes[10] ?? 0));
  if (frame === null) return null;
  // A frame may be larger than the screen that it belongs to.
  const width = Math.max(readNumber(bytes, 6), readNumber(bytes, frame + 5));
  const height = Math.max(readNumber(bytes, 8), readNumber(bytes, frame + 7));
  if (width === 0 || height === 0) return null;
  return { type: "image/gif", width, height, weight: 1, orientation: 1 };
}

/** Where the first frame begins, past the extensions before it. */
function findFrame(bytes: Uint8Array, from: number): number | null {
  let at = from;
  while (at + 9 < bytes.length) {
    if (bytes[at] === IMAGE) return at;
    if (bytes[at] !== EXTENSION) return null;
    at += 2;
    while (at < bytes.length && bytes[at] !== 0) at += (bytes[at] ?? 0) + 1;
    at += 1;
  }
  return null;
}

/** Size of the table of colours that the flags announce. */
function tableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function readNumber(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
}
