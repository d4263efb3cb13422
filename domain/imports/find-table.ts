import { IMPORT_UNITS, type ImportUnit } from "./import-targets.ts";
import { type DecimalSign, findDecimalSign, readNumber } from "./read-number.ts";
import { DATE_ORDERS, type DateOrder, findDateOrders, readTime } from "./read-time.ts";

/** Rows of a file that are read to find its table. */
export const SAMPLED_ROWS = 400;
/** Rows above the first one with values, among which the headings are; rows with a time alone do not count. */
const MAX_HEAD_ROWS = 40;
/** A serial number, which names no column. */
const SERIAL = /^(?:SN\b.*|\d{6,})$/i;
/** Rows of headings of which all are part of a column's name. */
const MAX_TITLE_ROWS = 3;
const UNIT_WORD = /^\[?\(?\s*(W|kW|MW|Wh|kWh|MWh|%|V)\s*\)?\]?$/;
/** A unit in brackets, behind a last underscore or space, or behind a hyphen. */
const UNIT_IN_NAME = /(?:[[(]\s*|[_\s-])(W|kW|MW|Wh|kWh|MWh|%|V)\s*[\])]?\s*$/;
const UNIT_INSIDE = /[[(]\s*(W|kW|MW|Wh|kWh|MWh|%|V)\s*[\])]/;
/** Units behind an underscore, as in names of variables. */
const UNIT_SUFFIX = /_(w|kw|wh|kwh|v|pct)$/i;
const SUFFIXES: Readonly<Record<string, ImportUnit>> = {
  w: "W",
  kw: "kW",
  wh: "Wh",
  kwh: "kWh",
  v: "V",
  pct: "%",
};
const ZONE_CELL =
  /^\s*((?:Africa|America|Antarctica|Asia|Atlantic|Australia|Etc|Europe|Indian|Pacific)\/[A-Za-z0-9_+/-]+)\s*(?:\([^)]*\))?\s*$/;

/** A column of a file: its heading, and the unit that the heading names. */
export type FileColumn = {
  index: number;
  name: string;
  unit: ImportUnit | null;
  hasNumbers: boolean;
};

/** The table in a file. */
export type FileTable = {
  columns: FileColumn[];
  /** Index of the first row with values, counted from 0. */
  firstRow: number;
  /** Columns of the time: one, or a date and a time of day. */
  timeColumns: readonly number[];
  /** Heading of the first of these columns. */
  timeName: string;
  /** Orders that fit all sampled dates, the likeliest first. */
  orders: DateOrder[];
  decimal: DecimalSign;
  /** IANA name of the zone that the headings name; null without one. */
  zone: string | null;
};

/**
 * Finds the table in the first rows of a file: rows above it are titles, headings and units.
 * @returns null if no column has times
 */
export function findTable(rows: readonly (readonly string[])[]): FileTable | null {
  let empty = 0;
  const firstRow = rows.findIndex((row, index) => {
    if (timeColumnsOf(row) !== null) return index - empty <= MAX_HEAD_ROWS;
    // Some loggers write a row for each time of the day, also before the first value.
    if (row.length > 1 && isTime(row[0] ?? "")) empty++;
    return false;
  });
  if (firstRow < 0) return null;
  const timeColumns = timeColumnsOf(rows[firstRow] ?? []) ?? [0];
  const body = rows.slice(firstRow).filter((row) => row.length > 1);
  const stamps = body.map((row) => joinTime(row, timeColumns)).filter((stamp) => stamp !== "");
  // A total at the end is no time: the orders are those of the cells that are times in some order.
  const times = stamps.filter((stamp) =>
    DATE_ORDERS.some((order) => readTime(stamp, order) !== null),
  );
  const orders = findDateOrders(times);
  const width = Math.max(
    ...rows.slice(0, firstRow + 1).map((row) => row.length),
    ...body.slice(0, 50).map((row) => row.length),
  );
  const cells = body.flatMap((row) => row.filter((_, index) => !timeColumns.includes(index)));
  const decimal = findDecimalSign(cells);
  const head = rows.slice(0, firstRow);
  const timeName = describeColumn(head, body, timeColumns[0] ?? 0, decimal).name;
  const columns = Array.from({ length: width }, (_, index) =>
    describeColumn(head, body, index, decimal),
  ).filter(({ index }) => !timeColumns.includes(index));
  return { columns, firstRow, timeColumns, timeName, orders, decimal, zone: zoneOf(head) };
}

/** Joins the cells of the time of a row. */
export function joinTime(row: readonly string[], timeColumns: readonly number[]): string {
  return timeColumns
    .map((index) => (row[index] ?? "").trim())
    .join(" ")
    .trim();
}

function timeColumnsOf(row: readonly string[]): readonly number[] | null {
  if (row.filter((cell) => cell.trim() !== "").length < 2) return null;
  const place = row.findIndex((cell) => isTime(cell));
  if (place < 0 || place > 3) return null;
  const next = (row[place + 1] ?? "").trim();
  const isDate = DATE_ORDERS.some((order) => {
    const time = readTime(row[place] ?? "", order);
    return time !== null && "local" in time && time.isDate;
  });
  const isTimeOfDay = /^\d{1,2}:\d{2}(?::\d{2})?\s*(?:[ap]\.?m\.?)?$/i.test(next);
  return isDate && isTimeOfDay ? [place, place + 1] : [place];
}

function isTime(cell: string): boolean {
  return DATE_ORDERS.some((order) => readTime(cell, order) !== null);
}

function describeColumn(
  head: readonly (readonly string[])[],
  body: readonly (readonly string[])[],
  index: number,
  decimal: DecimalSign,
): FileColumn {
  const titles: string[] = [];
  const titleRows = head.filter(
    (row) => row.filter((cell) => cell.trim() !== "").length > 1,
  ).length;
  let unit: ImportUnit | null = null;
  for (const row of head) {
    const cell = (row[index] ?? "").trim();
    if (cell === "") continue;
    // A text alone in a row is a title of the file, except that of the only column beside the time.
    const isAlone = row.filter((one) => one.trim() !== "").length < 2;
    if (isAlone && (index !== 1 || row.length !== 2 || SERIAL.test(cell))) continue;
    const alone = UNIT_WORD.exec(cell)?.[1];
    if (alone !== undefined) {
      unit = alone as ImportUnit;
      continue;
    }
    // Of many rows, one that says the same of every column, such as a serial number, names none of them.
    const others = new Set(
      row
        .filter((_, place) => place > 0)
        .map((one) => one.trim())
        .filter((one) => one !== ""),
    );
    if (others.size > 1 || row.length <= 2 || titleRows <= MAX_TITLE_ROWS) titles.push(cell);
  }
  const name = [...new Set(titles)].join(" · ");
  const suffix = SUFFIXES[UNIT_SUFFIX.exec(name)?.[1]?.toLowerCase() ?? ""];
  const inName = suffix ?? (UNIT_IN_NAME.exec(name) ?? UNIT_INSIDE.exec(name))?.[1];
  const named = unit ?? (inName as ImportUnit | undefined) ?? unitOfCells(body, index);
  return {
    index,
    name,
    unit: named !== null && named in IMPORT_UNITS ? named : null,
    hasNumbers: hasNumbers(body, index, decimal),
  };
}

/** Some portals write the unit behind each value. */
function unitOfCells(body: readonly (readonly string[])[], index: number): ImportUnit | null {
  for (const row of body) {
    const found = /\d\s*(W|kW|MW|Wh|kWh|MWh|%|V)$/.exec((row[index] ?? "").trim());
    if (found !== null) return found[1] as ImportUnit;
  }
  return null;
}

function hasNumbers(
  body: readonly (readonly string[])[],
  index: number,
  decimal: DecimalSign,
): boolean {
  let numbers = 0;
  let texts = 0;
  for (const row of body) {
    const value = readNumber(row[index] ?? "", decimal);
    if (value === undefined) texts++;
    else if (value !== null) numbers++;
  }
  return numbers > 0 && texts <= numbers / 10;
}

function zoneOf(head: readonly (readonly string[])[]): string | null {
  for (const row of head)
    for (const cell of row.slice(0, 2)) {
      const zone = ZONE_CELL.exec(cell)?.[1];
      if (zone !== undefined) return zone;
    }
  return null;
}

/** Names of the columns of Home Assistant's long form, the value that counts first. */
const LONG_IDS = ["statistic_id", "entity_id"];
const LONG_TIMES = ["start", "start_time", "start_ts", "last_changed", "last_updated"];
const LONG_VALUES = ["sum", "state", "mean"];
/** Maximum number of quantities in a file of the wide or long form. */
const MAX_QUANTITIES = 60;

/** Returns whether the first row is that of a file that has to be turned into rows of time. */
export function isTurned(head: readonly string[]): boolean {
  return isWide(head) || longColumns(head) !== null;
}

/**
 * Turns the exports of Home Assistant into rows of time. Its energy page downloads the wide form, one row for each
 * quantity and one column for each hour; its statistics and history have the long form, one row for each value.
 */
export function turnTable(rows: readonly (readonly string[])[]): string[][] {
  const [head = [], ...body] = rows;
  const columns = longColumns(head);
  return columns === null ? turnWide(head, body) : turnLong(body, columns);
}

function isWide(head: readonly string[]): boolean {
  return head.slice(0, 3).join(",") === "entity_id,type,unit";
}

function turnWide(head: readonly string[], rows: readonly (readonly string[])[]): string[][] {
  const body = rows.filter((row) => row.length > 3).slice(0, MAX_QUANTITIES);
  const titles = ["time", ...body.map((row) => `${row[1]} ${row[0]} (${row[2]})`)];
  return [
    titles,
    ...head.slice(3).map((time, place) => [time, ...body.map((row) => row[place + 3] ?? "")]),
  ];
}

type LongColumns = { id: number; time: number; value: number; name: string };

function longColumns(head: readonly string[]): LongColumns | null {
  const names = head.map((name) => name.trim().toLowerCase());
  const find = (wanted: readonly string[]) => wanted.find((name) => names.includes(name));
  const [id, time, value] = [find(LONG_IDS), find(LONG_TIMES), find(LONG_VALUES)];
  if (id === undefined || time === undefined || value === undefined) return null;
  return {
    id: names.indexOf(id),
    time: names.indexOf(time),
    value: names.indexOf(value),
    name: value,
  };
}

function turnLong(body: readonly (readonly string[])[], columns: LongColumns): string[][] {
  const places = new Map<string, number>();
  const rows = new Map<string, string[]>();
  for (const row of body) {
    const [id, time] = [row[columns.id] ?? "", row[columns.time] ?? ""];
    if (id === "" || time === "") continue;
    if (!places.has(id) && places.size < MAX_QUANTITIES) places.set(id, places.size + 1);
    const place = places.get(id);
    if (place === undefined) continue;
    const cells = rows.get(time) ?? [time];
    rows.set(time, cells);
    cells[place] = row[columns.value] ?? "";
  }
  const titles = ["time", ...[...places.keys()].map((id) => `${id} ${columns.name}`)];
  const filled = [...rows.values()].map((cells) => titles.map((_, place) => cells[place] ?? ""));
  return [titles, ...filled.sort(([one = ""], [other = ""]) => (one < other ? -1 : 1))];
}
