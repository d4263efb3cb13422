import { brotliCompressSync, brotliDecompressSync, constants, inflateRawSync } from "node:zlib";
import { type ByteReader, type ByteWriter, UnreadableBytes } from "./bytes.ts";
import { MAX_SEGMENT_CELLS } from "./limits.ts";

/** Brotli quality: most of the possible gain in the time that deflating takes. */
const QUALITY = 5;
/** Below this size compression gains nothing. */
const MIN_PACKED_BYTES = 64;
/** Maximum uncompressed size for readers. */
const MAX_UNPACKED_BYTES = 64 * MAX_SEGMENT_CELLS;
/** Writes the length and the bytes, compressed if that is smaller. */
export function writePacked(writer: ByteWriter, plain: Uint8Array): void {
  const packed = plain.length < MIN_PACKED_BYTES ? plain : packBytes(plain);
  const isPacked = packed.length < plain.length;
  writer.varint(2 * (isPacked ? packed : plain).length + (isPacked ? 1 : 0));
  writer.bytes(isPacked ? packed : plain);
}

/**
 * Reads what `writePacked` wrote.
 * @throws UnreadableBytes
 */
export function readPacked(reader: ByteReader): Uint8Array {
  const head = reader.varint();
  const bytes = reader.bytes(Math.floor(head / 2));
  return head % 2 === 1 ? unpackBytes(bytes) : bytes;
}

function packBytes(plain: Uint8Array): Uint8Array {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  return brotliCompressSync(plain, { params });
}

/** Decompresses packed bytes. @throws UnreadableBytes */
export function unpackBytes(body: Uint8Array): Uint8Array {
  try {
    return brotliDecompressSync(body, { maxOutputLength: MAX_UNPACKED_BYTES });
  } catch {
    throw new UnreadableBytes("bytes that do not unpack");
  }
}

/** Decompresses columns of the first format version. */
export function inflate(body: Uint8Array): Uint8Array {
  try {
    return inflateRawSync(body, { maxOutputLength: MAX_UNPACKED_BYTES });
  } catch {
    throw new UnreadableBytes("a column that does not inflate");
  }
}
