import { neededOfGif, readGif } from "./gif.ts";
import { neededOfJpeg, readJpeg } from "./jpeg.ts";
import type { PictureHeader, PictureType } from "./picture-header.ts";
import { neededOfPng, readPng } from "./png.ts";

/**
 * Maximum number of pixels that a Worker can decode within its 128 MB: the codec needs up to 15 bytes for each
 * (docs/decisions/0047).
 */
export const MAX_PICTURE_PIXELS = 5_000_000;
/** Maximum length of either side of an uploaded picture, pixels. */
export const MAX_PICTURE_SIDE = 12_000;
/** Maximum length of either side of a stored picture, pixels. */
export const MAX_KEPT_PICTURE_SIDE = 1_500;

/** Reads the header of a picture from its content, ignoring its name and declared type; null if it is no picture. */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | null {
  return readPng(bytes) ?? readJpeg(bytes) ?? readGif(bytes);
}

const NEEDED = {
  "image/gif": neededOfGif,
  "image/jpeg": neededOfJpeg,
  "image/png": neededOfPng,
} as const;

/**
 * Returns the byte ranges of a picture that a decoder needs. They contain only data that was checked when the header
 * was read, so the decoder cannot find another picture in the file.
 */
export function neededParts(bytes: Uint8Array, type: PictureType): Uint8Array[] {
  return NEEDED[type](bytes);
}

/** Returns the maximum number of pixels of a picture of this weight that fit into the memory of a Worker. */
export function maxPixelsOf({ weight }: Pick<PictureHeader, "weight">): number {
  return MAX_PICTURE_PIXELS / weight;
}

/** Returns whether a side of a picture exceeds `MAX_PICTURE_SIDE`. */
export function isTooLong({ width, height }: PictureHeader): boolean {
  return Math.max(width, height) > MAX_PICTURE_SIDE;
}

/** Returns whether decoding a picture would need more memory than a Worker has. */
export function isPixelFlood(header: PictureHeader): boolean {
  return isTooLong(header) || header.width * header.height > maxPixelsOf(header);
}

/** Returns the size in which a picture is stored: scaled down to `MAX_KEPT_PICTURE_SIDE` if it is longer, pixels. */
export function keptSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, MAX_KEPT_PICTURE_SIDE / Math.max(width, height));
  const shorten = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: shorten(width), height: shorten(height) };
}
