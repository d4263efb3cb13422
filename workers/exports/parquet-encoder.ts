import type { SchemaElement } from "hyparquet";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import {
  type ExportEncoder,
  type ExportLayout,
  ExportTooLarge,
} from "#operations/exports/export-encoder.ts";
import type { ExportRows, ExportValues } from "#protocol/history/export-rows.ts";

/** Values of a row group, from which on it is written: 8 MB of numbers. */
const GROUP_CELLS = 2 ** 20;
/** Maximum number of column chunks; the file ends with a description of each, which is held in memory. */
const MAX_CHUNKS = 2 ** 16;
const TIME = "time";
/** Marks a whole number of 64 bits in the saved state. */
const BIG = "\u0000";

type Saved = { rows: number; offset: number; groups: ParquetWriter["row_groups"] };
/** Offsets of pages are not indexed: a reader skips by the statistics of a group's instants. */
const PLAIN = { columnIndex: false, offsetIndex: false, statistics: false } as const;

/**
 * Encodes a Parquet file: the instants as timestamps in UTC, and a column of doubles or texts for each register. A text
 * in a column of numbers is left out, because Parquet has one type for a column.
 */
export function parquetEncoder(
  { columns, timeZone }: ExportLayout,
  saved: string | null,
): ExportEncoder {
  const bytes = new ByteWriter();
  const kvMetadata = [{ key: "timeZone", value: timeZone }];
  const writer = new ParquetWriter({ writer: bytes, schema: schemaOf(columns), kvMetadata });
  if (saved !== null) continueFrom(writer, bytes, JSON.parse(saved, revive) as Saved);
  let held: ExportRows[] = [];
  let heldRows = 0;
  const take = (): Uint8Array[] => {
    const piece = bytes.getBytes().slice();
    bytes.index = 0;
    return piece.length === 0 ? [] : [piece];
  };
  const writeGroup = () => {
    if (heldRows === 0) return;
    if ((writer.row_groups.length + 1) * (columns.length + 1) > MAX_CHUNKS)
      throw new ExportTooLarge(`more than ${MAX_CHUNKS} column chunks`);
    const parts = held;
    const columnData = [
      { name: TIME, data: instantsOf(parts), ...PLAIN, statistics: true },
      ...columns.map(({ heading, isText }, index) => {
        const values = parts.map((part) => part.columns[index] ?? []);
        return { name: heading, data: isText ? textsOf(values) : numbersOf(values), ...PLAIN };
      }),
    ];
    writer.write({ columnData, rowGroupSize: heldRows });
    // Without indexes of pages it only repeats the row groups.
    writer.pendingIndexes.length = 0;
    held = [];
    heldRows = 0;
  };
  return {
    add(rows) {
      if (rows.at.length > 0) held.push(rows);
      heldRows += rows.at.length;
      if (heldRows * (columns.length + 1) < GROUP_CELLS) return [];
      writeGroup();
      return take();
    },
    finish() {
      writeGroup();
      writer.finish();
      return take();
    },
    save() {
      if (heldRows > 0 || bytes.index > 0) return undefined;
      const state: Saved = {
        rows: Number(writer.num_rows),
        offset: bytes.offset,
        groups: writer.row_groups,
      };
      return JSON.stringify(state, replace);
    },
    get rows() {
      return Number(writer.num_rows) + heldRows;
    },
  };
}

function continueFrom(writer: ParquetWriter, bytes: ByteWriter, saved: Saved): void {
  // The constructor has written the first bytes of a file again.
  bytes.index = 0;
  bytes.offset = saved.offset;
  writer.row_groups = saved.groups;
  writer.num_rows = BigInt(saved.rows);
}

const replace = (_: string, value: unknown) =>
  typeof value === "bigint" ? `${BIG}${value}` : value;
const revive = (_: string, value: unknown) =>
  typeof value === "string" && value.startsWith(BIG) ? BigInt(value.slice(1)) : value;

function schemaOf(columns: ExportLayout["columns"]): SchemaElement[] {
  return [
    { name: "root", num_children: columns.length + 1 },
    {
      name: TIME,
      type: "INT64",
      repetition_type: "REQUIRED",
      converted_type: "TIMESTAMP_MILLIS",
      logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
    },
    ...columns.map(
      ({ heading: name, isText }): SchemaElement =>
        isText
          ? { name, type: "BYTE_ARRAY", repetition_type: "OPTIONAL", converted_type: "UTF8" }
          : { name, type: "DOUBLE", repetition_type: "OPTIONAL" },
    ),
  ];
}

function instantsOf(parts: readonly ExportRows[]): bigint[] {
  return parts.flatMap(({ at }) => Array.from(at, BigInt));
}

function numbersOf(parts: readonly ExportValues[]): (number | null)[] {
  const numbers: (number | null)[] = [];
  for (const part of parts)
    for (const value of part)
      numbers.push(typeof value === "number" && !Number.isNaN(value) ? value : null);
  return numbers;
}

function textsOf(parts: readonly ExportValues[]): (string | null)[] {
  const texts: (string | null)[] = [];
  for (const part of parts)
    for (const value of part) texts.push(value === null || Number.isNaN(value) ? null : `${value}`);
  return texts;
}
