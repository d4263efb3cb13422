import { getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/** D1 takes at most this many bound parameters in one statement. */
const MAX_PARAMETERS = 100;

/** Splits rows into chunks that each fit into one insert: columns left to their defaults are bound too. */
export function inChunks<Row>(table: SQLiteTable, rows: readonly Row[]): Row[][] {
  const size = Math.floor(MAX_PARAMETERS / Object.keys(getTableColumns(table)).length);
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, chunk) =>
    rows.slice(chunk * size, (chunk + 1) * size),
  );
}
