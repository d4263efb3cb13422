import type { ArchiveLines, RowKey } from "#protocol/archive/archive-rpc.ts";
import {
  ARCHIVED_VALUES,
  LEFT_OUT,
  OBJECT_TABLES,
  type ObjectTable,
  type ObjectTableName,
} from "#protocol/archive/object-tables.ts";
import {
  type ArchiveRow,
  baseOf,
  type ColumnKind,
  type Json,
} from "#protocol/archive/row-format.ts";
import { storedColumn } from "../schema.ts";

/** A part ends after this many characters, or this many rows. */
const PART_LENGTH = 1_000_000;
const PART_ROWS = 20_000;

/** Reads rows of a table in the order of their keys. */
export function readTableRows(
  sql: SqlStorage,
  name: ObjectTableName,
  after: RowKey | null,
): ArchiveLines<RowKey> {
  const { table, columns, key, where }: ObjectTable = OBJECT_TABLES[name];
  const names = Object.keys(columns);
  const conditions = [
    ...(where === undefined ? [] : [`(${where})`]),
    ...(after === null ? [] : [`(${key.join(", ")}) > (${key.map(() => "?").join(", ")})`]),
  ];
  const condition = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
  const selected = names.map((name) => `${storedColumn(name)} AS ${name}`);
  const query = `SELECT ${selected.join(", ")} FROM ${table} ${condition} ORDER BY ${key.join(", ")}`;
  let [lines, rows] = ["", 0];
  let last: RowKey = after ?? [];
  for (const row of sql.exec<Record<string, SqlStorageValue>>(query, ...(after ?? []))) {
    if (lines.length >= PART_LENGTH || rows === PART_ROWS) return { lines, rows, next: last };
    const fields = names.map((column) => [column, toJson(columns[column], row[column] ?? null)]);
    lines += `${JSON.stringify(Object.fromEntries(fields))}\n`;
    rows += 1;
    last = key.map((column) => row[column] as string | number);
  }
  return { lines, rows, next: null };
}

/** Writes rows of a table; a row with the same key is replaced. */
export function writeTableRows(
  sql: SqlStorage,
  name: ObjectTableName,
  rows: readonly ArchiveRow[],
): void {
  const { table, columns }: ObjectTable = OBJECT_TABLES[name];
  const names = Object.keys(columns);
  const constants = LEFT_OUT[table] ?? {};
  const all = [...names.map((name) => storedColumn(name)), ...Object.keys(constants)];
  // Any other value would be one that only the object itself writes, such as its id.
  if (name === "values" && !rows.every(isArchivedValue))
    throw new Error("a value that an archive does not contain");
  const query = `INSERT OR REPLACE INTO ${table} (${all.join(", ")}) VALUES (${all.map(() => "?").join(", ")})`;
  for (const row of rows) {
    const values = names.map((column) => fromJson(columns[column], row[column] ?? null));
    sql.exec(query, ...values, ...Object.values(constants));
  }
}

function isArchivedValue({ name }: ArchiveRow): boolean {
  return ARCHIVED_VALUES.some((known) => known === name);
}

function toJson(kind: ColumnKind = "json", value: SqlStorageValue): Json {
  if (value === null) return null;
  if (value instanceof ArrayBuffer) return toBase64(new Uint8Array(value));
  return baseOf(kind) === "json" ? (JSON.parse(String(value)) as Json) : value;
}

function fromJson(kind: ColumnKind = "json", value: Json): SqlStorageValue {
  if (baseOf(kind) === "json") return JSON.stringify(value);
  if (value === null) return null;
  if (baseOf(kind) === "bytes") return fromBase64(String(value)).buffer;
  return value as string | number;
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let start = 0; start < bytes.length; start += 8_192)
    text += String.fromCharCode(...bytes.subarray(start, start + 8_192));
  return btoa(text);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
