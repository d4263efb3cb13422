import { completeQuarter, type Quarter, type Rollup } from "#domain/history/rollup.ts";
import type { RollupFields } from "#domain/history/rollup-fields.ts";
import { type ByteReader, ByteWriter } from "./bytes.ts";
import { readColumn, writeColumn } from "./column.ts";
import { readIntegers, writeIntegers } from "./integers.ts";
import { MAX_SEGMENT_CELLS } from "./limits.ts";
import { decodeById, inOrder } from "./packed-by-id.ts";
import { writePacked } from "./packing.ts";
import { decodeSteps, EVEN, encodeSteps } from "./rollup-steps.ts";

/** One register's rollups by the number of their bucket, ascending. */
export type Column<Kind> = {
  readonly buckets: readonly number[];
  readonly rollups: readonly Kind[];
};
export type QuarterColumn = Column<Quarter>;
/** Rollup of a local day with the median interval of the register on it, ms; 0 if it is at most a minute. */
export type DayRollup = Rollup & { readonly usual: number };
export type DayColumn = Column<DayRollup>;

/** Stored rollups. Every release reads `data`; `steps` has the additional fields of time-weighted averages and gaps. */
export type StoredQuarters = {
  readonly data: Uint8Array<ArrayBuffer>;
  readonly steps: Uint8Array<ArrayBuffer>;
};

/** Format versions of quarters and of days. */
const VERSION = 1;
const DAY_VERSION = 2;
/** Fields in the order in which they are written. Instants are relative to the start of their bucket. */
const FIELDS = [
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
const DAY_FIELDS = [...FIELDS, "held", "heldMs", "bridged", "usual"] as const;
const NO_STEPS: readonly number[] = [];

const columnWriter = new ByteWriter();

/**
 * Encodes rollups by register id, each register compressed separately.
 * @param bucketMs length of a bucket: bucket 2 begins near 2 × bucketMs
 */
export function encodeQuarters(
  columns: ReadonlyMap<number, QuarterColumn>,
  bucketMs: number,
): StoredQuarters {
  return {
    data: encode(columns, bucketMs, VERSION, FIELDS),
    steps: encodeSteps(columns),
  };
}

/** Encodes rollups of local days by register id, each register compressed separately. */
export function encodeDays(
  columns: ReadonlyMap<number, DayColumn>,
  dayMs: number,
): Uint8Array<ArrayBuffer> {
  return encode(columns, dayMs, DAY_VERSION, DAY_FIELDS);
}

function encode<Name extends string>(
  columns: ReadonlyMap<number, Column<RollupFields & Record<Name, number>>>,
  bucketMs: number,
  version: number,
  names: readonly Name[],
): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  writer.byte(version);
  writer.varint(columns.size);
  let lastId = 0;
  for (const [id, { buckets, rollups }] of inOrder(columns)) {
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
    for (const name of names)
      writeColumn(
        columnWriter,
        rollups.map((rollup) => rollup[name]),
      );
    writer.varint(id - lastId);
    writePacked(writer, columnWriter.written());
    lastId = id;
  }
  return writer.finish();
}

/**
 * Decodes quarters of the `wanted` registers.
 * @param steps null if an older release wrote the rollups; missing fields are then estimated
 * @throws UnreadableBytes
 */
export function decodeQuarters(
  { data, steps }: { data: Uint8Array; steps: Uint8Array | null },
  bucketMs: number,
  wanted?: ReadonlySet<number>,
): Map<number, QuarterColumn> {
  const known = steps && decodeSteps(steps, wanted);
  const columns = new Map<number, QuarterColumn>();
  const found = decodeById(data, VERSION, wanted, (reader) =>
    readRollups(reader, bucketMs, FIELDS),
  );
  for (const [id, { buckets, rollups }] of found) {
    const { uneven, slow } = known?.get(id) ?? EVEN;
    const quarters =
      known === null
        ? rollups.map(completeQuarter)
        : rollups.map(
            (fields, place): Quarter => ({
              ...fields,
              uneven: uneven.get(place) ?? 0,
              slow: slow.get(place) ?? NO_STEPS,
            }),
          );
    columns.set(id, { buckets, rollups: quarters });
  }
  return columns;
}

/**
 * Decodes local days of the `wanted` registers.
 * @throws UnreadableBytes
 */
export function decodeDays(
  bytes: Uint8Array,
  dayMs: number,
  wanted?: ReadonlySet<number>,
): Map<number, DayColumn> {
  return decodeById(bytes, DAY_VERSION, wanted, (reader) => readRollups(reader, dayMs, DAY_FIELDS));
}

/** The fields of quarters that averages need, by index; the last values are decoded on first use. */
export type SumColumn = {
  readonly buckets: readonly number[];
  readonly firstAt: readonly number[];
  readonly lastAt: readonly number[];
  readonly count: readonly number[];
  readonly sum: readonly number[];
  readonly min: readonly number[];
  readonly max: readonly number[];
  readonly uneven: ReadonlyMap<number, number>;
  readonly lasts: () => readonly number[];
};

/** Decodes only the fields that averages need, which are the smaller part. */
export function decodeSums(
  stored: { data: Uint8Array; steps: Uint8Array | null },
  bucketMs: number,
  wanted?: ReadonlySet<number>,
): Map<number, SumColumn> {
  const { data, steps } = stored;
  if (steps === null) return sumsOf(decodeQuarters(stored, bucketMs, wanted));
  const known = decodeSteps(steps, wanted);
  const found = decodeById(data, VERSION, wanted, (reader) => readSums(reader, bucketMs));
  const columns = new Map<number, SumColumn>();
  for (const [id, column] of found)
    columns.set(id, { ...column, uneven: (known.get(id) ?? EVEN).uneven });
  return columns;
}

function sumsOf(columns: ReadonlyMap<number, QuarterColumn>): Map<number, SumColumn> {
  const found = new Map<number, SumColumn>();
  for (const [id, { buckets, rollups }] of columns) {
    const uneven = new Map<number, number>();
    for (const [place, rollup] of rollups.entries()) uneven.set(place, rollup.uneven);
    const of = (name: "firstAt" | "lastAt" | "count" | "sum" | "min" | "max" | "last") =>
      rollups.map((rollup) => rollup[name]);
    found.set(id, {
      buckets,
      firstAt: of("firstAt"),
      lastAt: of("lastAt"),
      count: of("count"),
      sum: of("sum"),
      min: of("min"),
      max: of("max"),
      uneven,
      lasts: () => of("last"),
    });
  }
  return found;
}

function readSums(reader: ByteReader, bucketMs: number): Omit<SumColumn, "uneven"> {
  const length = reader.varint(MAX_SEGMENT_CELLS);
  const buckets = readIntegers(reader, length);
  const starts = (past: number[]) => {
    for (let index = 0; index < length; index++)
      past[index] = (buckets[index] ?? 0) * bucketMs + (past[index] ?? 0);
    return past;
  };
  const firstAt = starts(readIntegers(reader, length));
  const lastAt = starts(readIntegers(reader, length));
  // The fields are read in the order of FIELDS.
  const count = readColumn(reader, length) as number[];
  const sum = readColumn(reader, length) as number[];
  const min = readColumn(reader, length) as number[];
  const max = readColumn(reader, length) as number[];
  let last: number[] | null = null;
  const lasts = () => {
    if (last === null) {
      readColumn(reader, length);
      last = readColumn(reader, length) as number[];
    }
    return last;
  };
  return { buckets, firstAt, lastAt, count, sum, min, max, lasts };
}

function readRollups<Name extends string>(
  reader: ByteReader,
  bucketMs: number,
  names: readonly Name[],
): Column<RollupFields & Record<Name, number>> {
  const length = reader.varint(MAX_SEGMENT_CELLS);
  const buckets = readIntegers(reader, length);
  const firstAt = readIntegers(reader, length);
  const lastAt = readIntegers(reader, length);
  const fields = names.map(() => readColumn(reader, length) as number[]);
  reader.end();
  const [count, sum, min, max, first, last, falls, above, below, covered, ...more] = fields;
  const others = names.slice(FIELDS.length);
  const rollups = buckets.map((bucket, index) => {
    const start = bucket * bucketMs;
    const rollup = {
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
    } as RollupFields & Record<Name, number>;
    for (const [place, name] of others.entries())
      (rollup as Record<Name, number>)[name] = more[place]?.[index] ?? 0;
    return rollup;
  });
  return { buckets, rollups };
}
