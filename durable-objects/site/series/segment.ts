import type { RegisterValue } from "#domain/registers/register.ts";
import { ByteReader, ByteWriter, UnreadableBytes } from "./bytes.ts";
import { readColumn, writeColumn } from "./column.ts";
import { firstNotBefore } from "./first-not-before.ts";
import { readIntegers, writeIntegers } from "./integers.ts";
import { MAX_SEGMENT_CELLS, MAX_SEGMENT_INSTANTS } from "./limits.ts";
import { inflate, readPacked, unpackBytes, writePacked } from "./packing.ts";

/** Samples: one column per register id over the instants (ms UTC, strictly ascending); null marks a missing value. */
export type Segment = {
  readonly times: readonly number[];
  readonly columns: ReadonlyMap<number, readonly RegisterValue[]>;
};

/**
 * Format by the first byte: plain columns, all columns compressed together as in older releases, or each compressed
 * separately.
 */
const PLAIN = 1;
const PACKED_WHOLE = 2;
const PACKED = 3;
/** Replaces the length of a column that equals an earlier one. */
const SAME = 0;

// The writers are reused: a batch has dozens of columns of a few bytes each.
const wholeWriter = new ByteWriter();
const columnWriter = new ByteWriter();

/** Encodes a segment without loss. Equal segments give equal bytes, in any order of their columns. */
export function encodeSegment(segment: Segment): Uint8Array<ArrayBuffer> {
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

/** Encodes a segment for long storage: each column is compressed separately, so that one is read without the others. */
export function packSegment(segment: Segment): {
  data: Uint8Array<ArrayBuffer>;
  unpackedBytes: number;
} {
  checkShape(segment);
  const writer = wholeWriter;
  writer.clear();
  writer.byte(PACKED);
  writer.varint(segment.times.length);
  columnWriter.clear();
  writeIntegers(columnWriter, segment.times);
  let unpackedBytes = columnWriter.length;
  writePacked(writer, columnWriter.written());
  writer.varint(segment.columns.size);
  const bodies = new Twins();
  let lastId = 0;
  for (const id of ascendingIds(segment.columns)) {
    columnWriter.clear();
    writeColumn(columnWriter, segment.columns.get(id) ?? []);
    const body = columnWriter.finish();
    unpackedBytes += body.length;
    writer.varint(id - lastId);
    lastId = id;
    const twin = bodies.take(body);
    if (twin === null) writePacked(writer, body);
    else {
      writer.varint(SAME);
      writer.varint(twin);
    }
  }
  return { data: writer.finish(), unpackedBytes };
}

/**
 * Decodes the `wanted` columns and the instants before `until`.
 * @throws UnreadableBytes if the decoded part is invalid
 */
export function decodeSegment(
  bytes: Uint8Array,
  wanted?: ReadonlySet<number>,
  until = Number.POSITIVE_INFINITY,
): Segment {
  const whole = bytes[0] === PACKED_WHOLE ? unpackBytes(bytes.subarray(1)) : bytes;
  return decodeColumns(whole, wanted, until);
}

type Body = { reader: ByteReader; isPacked: boolean; column?: RegisterValue[] };

function decodeColumns(
  bytes: Uint8Array,
  wanted: ReadonlySet<number> | undefined,
  until: number,
): Segment {
  const reader = new ByteReader(bytes);
  const version = reader.byte();
  if (version !== PLAIN && version !== PACKED)
    throw new UnreadableBytes(`segment of unknown version ${version}`);
  const unpack = version === PACKED ? unpackBytes : inflate;
  const count = reader.varint(MAX_SEGMENT_INSTANTS);
  const times = readIntegers(
    version === PACKED ? new ByteReader(readPacked(reader)) : reader,
    count,
  );
  if (!isAscending(times)) throw new UnreadableBytes("instants out of order");
  const most = firstNotBefore(times, until);
  const columnCount = reader.varint(Math.floor(MAX_SEGMENT_CELLS / Math.max(count, 1)));
  const columns = new Map<number, RegisterValue[]>();
  const bodies: Body[] = [];
  let id = 0;
  for (let index = 0; index < columnCount; index++) {
    const step = reader.varint();
    if (step === 0 && index > 0) throw new UnreadableBytes("a register twice");
    id += step;
    const body = readBody(reader, version === PACKED ? bodies : []);
    bodies.push(body);
    if (wanted?.has(id) !== false) columns.set(id, columnOf(body, [count, most], unpack));
  }
  reader.end();
  return { times: most === count ? times : times.slice(0, most), columns };
}

function readBody(reader: ByteReader, bodies: readonly Body[]): Body {
  const head = reader.varint();
  if (head === SAME && bodies.length > 0) {
    const twin = bodies[reader.varint(bodies.length - 1)];
    if (twin !== undefined) return twin;
  }
  return { reader: reader.part(Math.floor(head / 2)), isPacked: head % 2 === 1 };
}

function columnOf(
  body: Body,
  [count, most]: readonly [number, number],
  unpack: (bytes: Uint8Array) => Uint8Array,
) {
  if (body.column !== undefined) return body.column;
  const { reader, isPacked } = body;
  const column = isPacked ? new ByteReader(unpack(reader.rest())) : reader;
  body.column = readColumn(column, count, most);
  if (most === count) column.end();
  return body.column;
}

/**
 * Returns the ids of columns, ascending. Most are in order already, because a logger keeps the order of its registers.
 */
function ascendingIds(columns: ReadonlyMap<number, unknown>): number[] {
  const ids = [...columns.keys()];
  return isAscending(ids) ? ids : ids.sort((a, b) => a - b);
}

/** Finds equal columns. */
class Twins {
  readonly #bodies: Uint8Array[] = [];
  readonly #byLength = new Map<number, number[]>();

  /** Returns the index of an equal earlier column; null if there is none. */
  take(body: Uint8Array): number | null {
    const place = this.#bodies.push(body) - 1;
    const alike = this.#byLength.get(body.length) ?? [];
    const twin = alike.find((other) => sameBytes(this.#bodies[other] ?? body, body));
    if (twin === undefined) this.#byLength.set(body.length, [...alike, place]);
    return twin ?? null;
  }
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
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
  // An iterator over thousands of items takes six times as long.
  for (let index = 0; index < times.length; index++) {
    const at = times[index] ?? Number.NaN;
    if (!(at > last)) return false;
    last = at;
  }
  return true;
}
