/** Columns that the table can show. */
const COLUMNS = [
  "status",
  "name",
  "alarm",
  "batterySoc",
  "solar",
  "metricsAt",
  "load",
  "grid",
  "tags",
  "location",
  "created",
  "role",
  "yield",
] as const;
export type Column = (typeof COLUMNS)[number];

export const ALL_COLUMNS: readonly Column[] = COLUMNS;
/** Columns that are shown by default. */
export const USUAL_COLUMNS: readonly Column[] = COLUMNS.slice(0, 6);

/** Columns on the cards of a search. */
export const CARD_COLUMNS: readonly Column[] = [
  "name",
  "status",
  "alarm",
  "tags",
  "batterySoc",
  "solar",
  "metricsAt",
] as const;

/** Adds the column of the yields to a list that is sorted by them. */
export function withYield(columns: readonly Column[]): readonly Column[] {
  return columns.includes("yield") ? columns : [...columns, "yield"];
}

/** Cookie with the columns that were chosen last in this browser. */
export const COLUMNS_COOKIE = "helioport_columns";
/** Name of `metricsAt` in cookies and addresses of earlier releases. */
const FORMER_METRICS_AT = "figures";

/** Columns that an address or the cookie names; null if there are none. The name is always included. */
export function readColumns(text: string | null): Column[] | null {
  const named = (text ?? "")
    .split(",")
    .map((column) => (column === FORMER_METRICS_AT ? "metricsAt" : column));
  const chosen = COLUMNS.filter((column) => named.includes(column));
  if (chosen.length === 0) return null;
  const wanted: readonly Column[] = chosen.includes("name") ? chosen : ["name", ...chosen];
  return wanted.toSorted((one, other) => named.indexOf(one) - named.indexOf(other));
}

export function writeColumns(columns: readonly Column[]): string {
  return columns.join(",");
}

export function areUsual(columns: readonly Column[]): boolean {
  return writeColumns(columns) === writeColumns(USUAL_COLUMNS);
}

/** Moves a column one place to the front (-1) or to the back (1). */
export function moveColumn(columns: readonly Column[], column: Column, by: -1 | 1): Column[] {
  const from = columns.indexOf(column);
  const to = from + by;
  const other = columns[to];
  if (from < 0 || other === undefined) return [...columns];
  return columns.with(to, column).with(from, other);
}
