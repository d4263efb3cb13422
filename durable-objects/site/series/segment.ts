import { deflateRawSync, inflateRawSync } from "node:zlib";
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

const VERSION = 1;
/** Below this deflate gains nothing. */
const MIN_DEFLATE_BYTES = 128;

/** Lossless. Equal segments give equal bytes, in whatever order their columns come. `deflate` is for what is kept. */
export function encodeSegment(segment: Segment, deflate = false): Uint8Array<ArrayBuffer> {
  checkShape(segment);
  const writer = new ByteWriter();
  writer.byte(VERSION);
  writer.varint(segment.times.length);
  writeIntegers(writer, segment.times);
  writer.varint(segment.columns.size);
  let lastId = 0;
  for (const id of [...segment.columns.keys()].sort((a, b) => a - b)) {
    const plain = columnBytes(segment.columns.get(id) ?? []);
    const small = deflate && plain.length >= MIN_DEFLATE_BYTES ? deflateRawSync(plain) : plain;
    const body = small.length < plain.length ? small : plain;
    writer.varint(id - lastId);
    writer.varint(body.length * 2 + (body === plain ? 0 : 1));
    writer.bytes(body);
    lastId = id;
  }
  return writer.finish();
}

/** `wanted` leaves the other columns unread. Throws UnreadableBytes. */
export function decodeSegment(bytes: Uint8Array, wanted?: ReadonlySet<number>): Segment {
  const reader = new ByteReader(bytes);
  const version = reader.byte();
  if (version !== VERSION) throw new UnreadableBytes(`segment of unknown version ${version}`);
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
    const body = reader.bytes(Math.floor(head / 2));
    if (wanted?.has(id) === false) continue;
    const column = new ByteReader(head % 2 === 1 ? inflate(body) : body);
    columns.set(id, readColumn(column, count));
    column.end();
  }
  reader.end();
  return { times, columns };
}

function columnBytes(column: readonly RegisterValue[]): Uint8Array {
  const writer = new ByteWriter();
  writeColumn(writer, column);
  return writer.finish();
}

function inflate(body: Uint8Array): Uint8Array {
  try {
    return inflateRawSync(body, { maxOutputLength: 64 * MAX_SEGMENT_CELLS });
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
