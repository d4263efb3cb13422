import { neededOfGif, readGif } from "./gif.ts";
import { neededOfJpeg, readJpeg } from "./jpeg.ts";
import type { PictureHeader, PictureType } from "./picture-header.ts";
import { neededOfPng, readPng } from "./png.ts";

/** As many as a Worker can decode within its 128 MB: the codec needs up to 15 bytes for each (docs/decisions/0047). */
export const MAX_PICTURE_PIXELS = 5_000_000;
export const MAX_PICTURE_SIDE = 12_000;
/** What is kept is no longer than this on either side. */
export const KEPT_PICTURE_SIDE = 1_500;

/** What a file is by its content; null for everything that is no picture. Its name and declared type do not count. */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | null {
  return readPng(bytes) ?? readJpeg(bytes) ?? readGif(bytes);
}

const NEEDED = {
  "image/gif": neededOfGif,
  "image/jpeg": neededOfJpeg,
  "image/png": neededOfPng,
} as const;

/**
 * What a decoder gets of a picture whose header was read, in pieces: only what was read here too. Whatever it might
 * have found elsewhere in the file is not there.
 */
export function neededParts(bytes: Uint8Array, type: PictureType): Uint8Array[] {
  return NEEDED[type](bytes);
}

/** The greatest number of pixels that fit into the memory of a Worker, by the kind of the picture. */
export function maxPixelsOf({ weight }: Pick<PictureHeader, "weight">): number {
  return MAX_PICTURE_PIXELS / weight;
}

/** Whether a picture is longer on one side than any that is decoded. */
export function isTooLong({ width, height }: PictureHeader): boolean {
  return Math.max(width, height) > MAX_PICTURE_SIDE;
}

/** Whether decoding a picture would need more memory than a Worker has. */
export function isPixelFlood(header: PictureHeader): boolean {
  return isTooLong(header) || header.width * header.height > maxPixelsOf(header);
}

/** The size that a picture is kept in: its longest side shortened, never lengthened. */
export function keptSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, KEPT_PICTURE_SIDE / Math.max(width, height));
  const shorten = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: shorten(width), height: shorten(height) };
}
