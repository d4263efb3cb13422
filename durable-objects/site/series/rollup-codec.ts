import type { Rollup } from "#domain/history/rollup.ts";
import { ByteReader, ByteWriter, UnreadableBytes } from "./bytes.ts";
import { readColumn, writeColumn } from "./column.ts";
import { readIntegers, writeIntegers } from "./integers.ts";
import { MAX_SEGMENT_CELLS } from "./limits.ts";
import { readPacked, writePacked } from "./packing.ts";

/** One register's rollups by the number of their bucket, ascending. */
export type RollupColumn = {
  readonly buckets: readonly number[];
  readonly rollups: readonly Rollup[];
};

const VERSION = 1;
/** In the order in which they are written. Instants are kept as what they are past the beginning of their bucket. */
const FIGURES = [
  "count",
  "sum",
  "min",
  "max",
  "first",
  "last",
  "falls",
  "above",
  "below",
  "covered",
] as const;

const columnWriter = new ByteWriter();

/**
 * Rollups by register id, each register packed by itself.
 * @param bucketMs what numbers of buckets count: bucket 2 begins near 2 × bucketMs
 */
export function encodeRollups(
  columns: ReadonlyMap<number, RollupColumn>,
  bucketMs: number,
): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  writer.byte(VERSION);
  writer.varint(columns.size);
  let lastId = 0;
  for (const [id, { buckets, rollups }] of [...columns].sort(([a], [b]) => a - b)) {
    columnWriter.clear();
    columnWriter.varint(buckets.length);
    writeIntegers(columnWriter, buckets);
    const starts = buckets.map((bucket) => bucket * bucketMs);
    const past = (at: number, index: number) => at - (starts[index] ?? 0);
    writeIntegers(
      columnWriter,
      rollups.map(({ firstAt }, index) => past(firstAt, index)),
    );
    writeIntegers(
      columnWriter,
      rollups.map(({ lastAt }, index) => past(lastAt, index)),
    );
    for (const figure of FIGURES)
      writeColumn(
        columnWriter,
        rollups.map((rollup) => rollup[figure]),
      );
    writer.varint(id - lastId);
    writePacked(writer, columnWriter.written());
    lastId = id;
  }
  return writer.finish();
}

/** `wanted` leaves the other registers unread. Throws UnreadableBytes. */
export function decodeRollups(
  bytes: Uint8Array,
  bucketMs: number,
  wanted?: ReadonlySet<number>,
): Map<number, RollupColumn> {
  return decode(bytes, wanted, (reader) => readRollups(reader, bucketMs));
}

/** Of rollups only what sums of them take; `part` tells that of one bucket, by its place. */
export type SumColumn = {
  readonly buckets: readonly number[];
  part(place: number): Pick<Rollup, "count" | "sum" | "min" | "max" | "firstAt" | "lastAt">;
};

/** The same without what sums do not take, which is the larger part. */
export function decodeSums(
  bytes: Uint8Array,
  bucketMs: number,
  wanted?: ReadonlySet<number>,
): Map<number, SumColumn> {
  return decode(bytes, wanted, (reader) => readSums(reader, bucketMs));
}

function decode<Column>(
  bytes: Uint8Array,
  wanted: ReadonlySet<number> | undefined,
  read: (reader: ByteReader) => Column,
): Map<number, Column> {
  const reader = new ByteReader(bytes);
  const version = reader.byte();
  if (version !== VERSION) throw new UnreadableBytes(`rollups of unknown version ${version}`);
  const columns = new Map<number, Column>();
  const count = reader.varint(MAX_SEGMENT_CELLS);
  let id = 0;
  for (let index = 0; index < count; index++) {
    id += reader.varint();
    if (wanted?.has(id) === false) skipPacked(reader);
    else columns.set(id, read(new ByteReader(readPacked(reader))));
  }
  reader.end();
  return columns;
}

function skipPacked(reader: ByteReader): void {
  reader.part(Math.floor(reader.varint() / 2));
}

function readSums(reader: ByteReader, bucketMs: number): SumColumn {
  const length = reader.varint(MAX_SEGMENT_CELLS);
  const buckets = readIntegers(reader, length);
  const firstAt = readIntegers(reader, length);
  const lastAt = readIntegers(reader, length);
  // As FIGURES has them.
  const count = readColumn(reader, length) as number[];
  const sum = readColumn(reader, length) as number[];
  const min = readColumn(reader, length) as number[];
  const max = readColumn(reader, length) as number[];
  return {
    buckets,
    part: (place) => ({
      count: count[place] ?? 0,
      sum: sum[place] ?? 0,
      min: min[place] ?? 0,
      max: max[place] ?? 0,
      firstAt: (buckets[place] ?? 0) * bucketMs + (firstAt[place] ?? 0),
      lastAt: (buckets[place] ?? 0) * bucketMs + (lastAt[place] ?? 0),
    }),
  };
}

function readRollups(reader: ByteReader, bucketMs: number): RollupColumn {
  const length = reader.varint(MAX_SEGMENT_CELLS);
  const buckets = readIntegers(reader, length);
  const firstAt = readIntegers(reader, length);
  const lastAt = readIntegers(reader, length);
  const figures = FIGURES.map(() => readColumn(reader, length) as number[]);
  reader.end();
  const [count, sum, min, max, first, last, falls, above, below, covered] = figures;
  const rollups = buckets.map((bucket, index): Rollup => {
    const start = bucket * bucketMs;
    return {
      count: count?.[index] ?? 0,
      sum: sum?.[index] ?? 0,
      min: min?.[index] ?? 0,
      max: max?.[index] ?? 0,
      firstAt: start + (firstAt[index] ?? 0),
      first: first?.[index] ?? 0,
      lastAt: start + (lastAt[index] ?? 0),
      last: last?.[index] ?? 0,
      falls: falls?.[index] ?? 0,
      above: above?.[index] ?? 0,
      below: below?.[index] ?? 0,
      covered: covered?.[index] ?? 0,
    };
  });
  return { buckets, rollups };
}
