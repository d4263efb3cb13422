import { brotliCompressSync, brotliDecompressSync, constants, inflateRawSync } from "node:zlib";
import type { RegisterValue } from "#domain/registers/register.ts";
import { ByteReader, ByteWriter, UnreadableBytes } from "./bytes.ts";
import { readColumn, writeColumn } from "./column.ts";
import { readIntegers, writeIntegers } from "./integers.ts";
import { MAX_SEGMENT_CELLS, MAX_SEGMENT_INSTANTS } from "./limits.ts";

/** Samples: one column per register id over the instants (ms UTC, strictly ascending), null where there is no value. */
export type Segment = {
  readonly times: readonly number[];
  readonly columns: ReadonlyMap<number, readonly RegisterValue[]>;
};

/** First byte: a plain segment, or one that is packed as a whole. */
const PLAIN = 1;
const PACKED = 2;
/** Most of what packing can gain, for as much time as deflating each column took. */
const QUALITY = 5;
/** Below this packing gains nothing. */
const MIN_PACKED_BYTES = 128;
/** What a reader believes that something packed can hold. */
const MAX_UNPACKED_BYTES = 64 * MAX_SEGMENT_CELLS;

// Room that is used again and again: a batch has dozens of columns of a few bytes each.
const wholeWriter = new ByteWriter();
const columnWriter = new ByteWriter();

/**
 * Lossless. Equal segments give equal bytes, in whatever order their columns come. `pack` is for what is kept: all
 * columns together, because registers repeat each other.
 */
export function encodeSegment(segment: Segment, pack = false): Uint8Array<ArrayBuffer> {
  const plain = encodePlain(segment);
  return pack ? packSegment(plain) : plain;
}

function encodePlain(segment: Segment): Uint8Array<ArrayBuffer> {
  checkShape(segment);
  const writer = wholeWriter;
  writer.clear();
  writer.byte(PLAIN);
  writer.varint(segment.times.length);
  writeIntegers(writer, segment.times);
  writer.varint(segment.columns.size);
  let lastId = 0;
  for (const id of ascendingIds(segment.columns)) {
    columnWriter.clear();
    writeColumn(columnWriter, segment.columns.get(id) ?? []);
    const body = columnWriter.written();
    writer.varint(id - lastId);
    writer.varint(body.length * 2);
    writer.bytes(body);
    lastId = id;
  }
  return writer.finish();
}

/** `wanted` leaves the other columns unread. Throws UnreadableBytes. */
export function decodeSegment(bytes: Uint8Array, wanted?: ReadonlySet<number>): Segment {
  return decodePlain(bytes[0] === PACKED ? unpackBytes(bytes.subarray(1)) : bytes, wanted);
}

function decodePlain(bytes: Uint8Array, wanted?: ReadonlySet<number>): Segment {
  const reader = new ByteReader(bytes);
  const version = reader.byte();
  if (version !== PLAIN) throw new UnreadableBytes(`segment of unknown version ${version}`);
  const count = reader.varint(MAX_SEGMENT_INSTANTS);
  const times = readIntegers(reader, count);
  if (!isAscending(times)) throw new UnreadableBytes("instants out of order");
  const columnCount = reader.varint(Math.floor(MAX_SEGMENT_CELLS / Math.max(count, 1)));
  const columns = new Map<number, RegisterValue[]>();
  let id = 0;
  for (let index = 0; index < columnCount; index++) {
    const step = reader.varint();
    if (step === 0 && index > 0) throw new UnreadableBytes("a register twice");
    id += step;
    const head = reader.varint();
    const length = Math.floor(head / 2);
    const body = reader.part(length);
    if (wanted?.has(id) === false) continue;
    // Columns once were deflated one by one.
    const column = head % 2 === 1 ? new ByteReader(inflate(body.bytes(length))) : body;
    columns.set(id, readColumn(column, count));
    column.end();
  }
  reader.end();
  return { times, columns };
}

/** They mostly ascend already, for a logger says its registers in the same order each time. */
function ascendingIds(columns: ReadonlyMap<number, unknown>): number[] {
  const ids = [...columns.keys()];
  return isAscending(ids) ? ids : ids.sort((a, b) => a - b);
}

/** @param plain what `encodeSegment` made without packing it */
export function packSegment(plain: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (plain.length < MIN_PACKED_BYTES) return plain;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  const body = brotliCompressSync(plain, { params });
  if (body.length + 1 >= plain.length) return plain;
  const packed = new Uint8Array(body.length + 1);
  packed[0] = PACKED;
  packed.set(body, 1);
  return packed;
}

function unpackBytes(body: Uint8Array): Uint8Array {
  try {
    return brotliDecompressSync(body, { maxOutputLength: MAX_UNPACKED_BYTES });
  } catch {
    throw new UnreadableBytes("a segment that does not unpack");
  }
}

function inflate(body: Uint8Array): Uint8Array {
  try {
    return inflateRawSync(body, { maxOutputLength: MAX_UNPACKED_BYTES });
  } catch {
    throw new UnreadableBytes("a column that does not inflate");
  }
}

function checkShape({ times, columns }: Segment): void {
  if (!isAscending(times)) throw new RangeError("instants not strictly ascending");
  if (times.length > MAX_SEGMENT_INSTANTS || times.length * columns.size > MAX_SEGMENT_CELLS)
    throw new RangeError("more samples than one segment holds");
  for (const column of columns.values())
    if (column.length !== times.length)
      throw new RangeError("a column has another length than the instants");
}

function isAscending(times: readonly number[]): boolean {
  let last = Number.NEGATIVE_INFINITY;
  for (const at of times) {
    if (!(at > last)) return false;
    last = at;
  }
  return true;
}
