import type { PictureHeader } from "./picture-header.ts";

const VERSIONS = ["GIF87a", "GIF89a"];
const SCREEN_END = 13;
const FRAME_BYTES = 10;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
/** The extension that marks the transparent colour. */
const CONTROL = 0xf9;
const CONTROL_BYTES = 8;
const END = Uint8Array.of(0x3b);

/** Reads the header of a GIF; null if it is not a GIF, has no picture, or has one that exceeds its screen. */
export function readGif(bytes: Uint8Array): PictureHeader | null {
  const found = findFrame(bytes);
  if (found === null) return null;
  const { frame } = found;
  const [width, height] = [readNumber(bytes, 6), readNumber(bytes, 8)];
  const [right, bottom] = [1, 3].map((at) => readNumber(frame, at) + readNumber(frame, at + 4));
  if (width === 0 || height === 0) return null;
  if ((right ?? 0) > width || (bottom ?? 0) > height) return null;
  return { type: "image/gif", width, height, weight: 1, orientation: 1 };
}

/** Returns the first frame with its screen and control as byte ranges, without texts and application data. */
export function neededOfGif(bytes: Uint8Array): Uint8Array[] {
  const found = findFrame(bytes);
  return found === null ? [] : [found.screen, found.control, found.frame, END];
}

type GifParts = { screen: Uint8Array; control: Uint8Array; frame: Uint8Array };

/** Finds the first frame and the last control extension before it; null if the file is malformed. */
function findFrame(bytes: Uint8Array): GifParts | null {
  if (!VERSIONS.includes(String.fromCharCode(...bytes.subarray(0, 6)))) return null;
  const screen = bytes.subarray(0, SCREEN_END + tableBytes(bytes[10] ?? 0));
  let control = new Uint8Array();
  let at = screen.length;
  while (bytes[at] === EXTENSION) {
    const end = skipBlocks(bytes, at + 2);
    if (bytes[at + 1] === CONTROL) {
      if (end !== at + CONTROL_BYTES || bytes[at + 2] !== 4) return null;
      control = bytes.slice(at, end);
    }
    at = end;
  }
  if (bytes[at] !== IMAGE) return null;
  const table = tableBytes(bytes[at + FRAME_BYTES - 1] ?? 0);
  const end = skipBlocks(bytes, at + FRAME_BYTES + table + 1);
  return end > bytes.length ? null : { screen, control, frame: bytes.subarray(at, end) };
}

/** Returns the index after a list of blocks, each preceded by its length; beyond the file if the list has no end. */
function skipBlocks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0) at += (bytes[at] ?? 0) + 1;
  return at + 1;
}

/** Returns the size in bytes of the colour table that the flags announce. */
function tableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function readNumber(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
}
