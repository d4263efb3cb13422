import {
  isPixelFlood,
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

/** Pictures are decoded and written anew: nothing of a file is kept but what can be seen. */
export const pictures: PictureCodec = {
  async reencode(bytes) {
    const header = readPictureHeader(bytes);
    if (header === null) return { refused: "noPicture" };
    if (isPixelFlood(header)) return { refused: "tooManyPixels", maxPixels: maxPixelsOf(header) };
    // Not loaded before somebody uploads something.
    const { default: program } = await import("@cf-wasm/photon/photon.wasm");
    try {
      return reencode(program, bytes, header);
    } catch (error) {
      // How a picture is broken is its owner's affair; that the codec gave up is worth a line.
      log.info("a picture could not be decoded", { type: header.type, error: `${error}` });
      return { refused: "noPicture" };
    }
  },
};

/** Without a pause: the codec's memory is its own for as long as this takes, and gone afterwards. */
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
