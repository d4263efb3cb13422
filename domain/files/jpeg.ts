import { readOrientation } from "./exif.ts";
import type { PictureHeader } from "./picture-header.ts";

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const APP1 = 0xe1;

/** Null where it is no JPEG, or one that says nothing of its size. */
export function readJpeg(bytes: Uint8Array): PictureHeader | null {
  if (bytes[0] !== 0xff || bytes[1] !== START || bytes[2] !== 0xff) return null;
  let [width, height, orientation] = [0, 0, 1];
  for (const { marker, content } of listSegments(bytes)) {
    if (isFrame(marker) && content.length >= 5) {
      // Where a file says it twice, the larger counts: nobody knows which one a decoder believes.
      height = Math.max(height, readNumber(content, 1));
      width = Math.max(width, readNumber(content, 3));
    }
    if (marker === APP1) orientation = readOrientation(content) ?? orientation;
  }
  if (width === 0 || height === 0) return null;
  return { type: "image/jpeg", width, height, weight: 1, orientation };
}

/** SOF0 to SOF15, without the three of other meanings among them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

type Segment = { marker: number; content: Uint8Array };

/** Of the whole file, those after a scan too. */
function* listSegments(bytes: Uint8Array): Generator<Segment> {
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === END) return;
    const size = readNumber(bytes, at + 2);
    if (size < 2) return;
    yield { marker, content: bytes.subarray(at + 4, at + 2 + size) };
    at += 2 + size;
    if (marker === SCAN) at = findMarker(bytes, at);
  }
}

/** Where the data of a scan ends: in it 0xff is followed by 0, or by the number of a restart. */
function findMarker(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at !== -1) {
    const next = bytes[at + 1] ?? 0;
    const belongs = next === 0 || (next >= 0xd0 && next <= 0xd7);
    if (!belongs) return at;
    at = bytes.indexOf(0xff, at + 2);
  }
  return bytes.length;
}

function readNumber(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}
