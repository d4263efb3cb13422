import {
  isPixelFlood,
  isTooLong,
  keptSize,
  maxPixelsOf,
  neededParts,
  readPictureHeader,
} from "#domain/files/picture.ts";
import type { PictureHeader } from "#domain/files/picture-header.ts";
import type { PictureCodec } from "#operations/context.ts";
import { fitPixels } from "./fit-pixels.ts";
import { log } from "./log.ts";
import { openCodec } from "./photon.ts";

const JPEG_QUALITY = 90;

/** Decodes and re-encodes pictures, so that nothing but the visible content is kept. */
export const pictures: PictureCodec = {
  async reencode(bytes) {
    const header = readPictureHeader(bytes);
    if (header === null) return { refused: "noPicture" };
    if (isTooLong(header)) return { refused: "sideTooLong" };
    if (isPixelFlood(header)) return { refused: "tooManyPixels", maxPixels: maxPixelsOf(header) };
    // Loaded with the first upload only.
    const { default: program } = await import("@cf-wasm/photon/photon.wasm");
    try {
      return reencode(program, bytes, header);
    } catch (error) {
      // A broken picture is the user's problem, but a failing codec is logged.
      log.info("a picture could not be decoded", { type: header.type, error: `${error}` });
      return { refused: "noPicture" };
    }
  },
};

/** Runs without a pause: the codec's memory exists only for this call. */
function reencode(program: WebAssembly.Module, bytes: Uint8Array, header: PictureHeader) {
  const { type, orientation } = header;
  const decoded = openCodec(program).decode(neededParts(bytes, type), header);
  const size = keptSize(decoded.width, decoded.height);
  const fitted = fitPixels(decoded, size, orientation);
  const codec = openCodec(program);
  const contentType = type === "image/jpeg" ? type : "image/png";
  const written =
    contentType === "image/jpeg" ? codec.writeJpeg(fitted, JPEG_QUALITY) : codec.writePng(fitted);
  return { bytes: written, contentType };
}
