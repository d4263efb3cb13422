import { readOrientation } from "./exif.ts";
import type { PictureHeader } from "./picture-header.ts";

const [START, SCAN] = [0xd8, 0xda];
/** Markers of the frames that the codec reads: baseline, extended and progressive, not lossless or arithmetic. */
const FRAMES = [0xc0, 0xc1, 0xc2];
/** Markers of the frames, of Huffman and quantization tables, restarts and scans, and of JFIF and Adobe (colours). */
const NEEDED = [...FRAMES, 0xc4, 0xdb, 0xdd, SCAN, 0xe0, 0xee];
const APP1 = 0xe1;
const COMMENT = 0xfe;
const END = Uint8Array.of(0xff, 0xd9);
const PROGRESSIVE = 0xc2;
/** Maximum number of scans: each is decoded over all pixels. A progressive picture has about ten. */
const MAX_SCANS = 50;
/** Maximum number of segments, each of which becomes an object. Profiles and previews have a few hundred at most. */
const MAX_SEGMENTS = 2_000;

type Segment = {
  marker: number;
  content: Uint8Array;
  /** The segment with its marker and length, and with the data of a scan. */
  whole: Uint8Array;
};

/**
 * Reads the header of a JPEG; null if it is not a JPEG, or is ambiguous. Decoders skip to the next marker in a damaged
 * file, so they might decode another picture than the one checked here. Therefore a file must have exactly one frame.
 */
export function readJpeg(bytes: Uint8Array): PictureHeader | null {
  const segments = listSegments(bytes);
  if (segments === null) return null;
  const [frame, ...others] = segments.filter(({ marker }) => FRAMES.includes(marker));
  if (frame === undefined || others.length > 0 || frame.content.length < 6) return null;
  if (segments.filter(({ marker }) => marker === SCAN).length > MAX_SCANS) return null;
  const [height, width] = [readNumber(frame.content, 1), readNumber(frame.content, 3)];
  if (width === 0 || height === 0) return null;
  // The codec holds a progressive picture twice, which counts for four colours.
  const weight = frame.marker === PROGRESSIVE && frame.content[5] === 4 ? 2 : 1;
  return { type: "image/jpeg", width, height, weight, orientation: orientationOf(segments) };
}

/** Returns the picture reduced to its image data, as a list of byte ranges. */
export function neededOfJpeg(bytes: Uint8Array): Uint8Array[] {
  const needed = (listSegments(bytes) ?? []).filter(({ marker }) => NEEDED.includes(marker));
  return [Uint8Array.of(0xff, START), ...needed.map(({ whole }) => whole), END];
}

function orientationOf(segments: Segment[]): number {
  let orientation = 1;
  for (const { marker, content } of segments)
    if (marker === APP1) orientation = readOrientation(content) ?? orientation;
  return orientation;
}

/**
 * Returns the segments of the whole file, including those after a scan; null if a marker is missing, unknown or
 * misplaced.
 */
function listSegments(bytes: Uint8Array): Segment[] | null {
  if (bytes[0] !== 0xff || bytes[1] !== START) return null;
  const segments: Segment[] = [];
  for (let from = 2; segments.length < MAX_SEGMENTS; ) {
    const at = numberAt(bytes, from);
    const marker = bytes[at] ?? 0;
    if (marker === END[1]) return segments;
    const to = at + 1 + readNumber(bytes, at + 1);
    if (!isKnown(marker) || to < at + 3 || to > bytes.length) return null;
    from = marker === SCAN ? findMarker(bytes, to) : to;
    const whole = bytes.subarray(at - 1, from);
    segments.push({ marker, content: bytes.subarray(at + 3, to), whole });
  }
  return null;
}

/** Returns whether a marker may occur inside a file. These segments have a length and contain no further picture. */
function isKnown(marker: number): boolean {
  return NEEDED.includes(marker) || (marker >= 0xe0 && marker <= 0xef) || marker === COMMENT;
}

/** Returns the index of a marker's number, which follows one or more 0xff; -1 if there is no marker. */
function numberAt(bytes: Uint8Array, from: number): number {
  if (bytes[from] !== 0xff) return -1;
  let at = from + 1;
  while (bytes[at] === 0xff) at += 1;
  return at;
}

/** Returns the index after the data of a scan, in which 0xff is followed by 0 or by the number of a restart. */
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
