import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { DAY_MS, HOUR_MS } from "#domain/units/durations.ts";

/** UTC offset of the house's clocks during the recording. */
const OFFSET_MS = HOUR_MS;
const COUNTERS = ["solar", "import", "export", "charge", "discharge", "load"] as const;
export type RecordedCounter = (typeof COUNTERS)[number];
/** Lifetime energies, Wh. */
type RecordedEnergy = Record<RecordedCounter, number>;

export type RecordedRow = {
  /** Local day of the recording, from 0. */
  day: number;
  /** The day as a date, YYYY-MM-DD. */
  date: string;
  /** Local time of the day, ms. */
  msOfDay: number;
  status: string;
  /** A raw column value; null if empty. */
  value: (column: string) => number | null;
  /** Lifetime counters that never decrease. */
  energy: RecordedEnergy;
  /** Wh of the local day; null while the device still shows yesterday's. */
  today: Record<RecordedCounter, number | null>;
};

export type Recording = {
  /** First local day since 1970-01-01, and the number of days. */
  firstDay: number;
  days: number;
  rows: RecordedRow[];
  /** Increase of the lifetime counters over all days. */
  span: RecordedEnergy;
};

let loaded: Recording | undefined;

/** Loads the recorded household (recordings/givenergy-household.md), once. */
export function loadHousehold(): Recording {
  loaded ??= parseRecording(
    gunzipSync(
      readFileSync(new URL("../recordings/givenergy-household.csv.gz", import.meta.url)),
    ).toString(),
  );
  return loaded;
}

export function parseRecording(csv: string): Recording {
  const [head = "", ...lines] = csv.trim().split(/\r?\n/);
  const columns = new Map(head.split(",").map((name, index) => [name, index]));
  const cells = lines.map((line) => line.split(","));
  const energy = addUpCounters(cells, columns);
  const times = cells.map((row) => Date.parse(row[0] ?? "") + OFFSET_MS);
  const firstDay = Math.floor((times[0] ?? 0) / DAY_MS);
  const rows = cells.map((row, index): RecordedRow => {
    const local = times[index] ?? 0;
    const day = Math.floor(local / DAY_MS);
    return {
      day: day - firstDay,
      date: new Date(day * DAY_MS).toISOString().slice(0, 10),
      msOfDay: local - day * DAY_MS,
      status: row[columns.get("status") ?? -1] ?? "",
      value: (column) => toNumber(row[columns.get(column) ?? -1]),
      energy: energy[index] as RecordedEnergy,
      today: { solar: null, import: null, export: null, charge: null, discharge: null, load: null },
    };
  });
  fillToday(rows);
  const first = rows[0]?.energy;
  const last = rows.at(-1)?.energy;
  return {
    firstDay,
    days: (rows.at(-1)?.day ?? 0) + 1,
    rows,
    span: eachCounter((name) => (last?.[name] ?? 0) - (first?.[name] ?? 0)),
  };
}

/**
 * The device's total of the load steps back by a tenth now and then, so the maximum counts. Its totals of charge and
 * discharge are one number, so the daily counters, reset at midnight, are summed instead.
 */
function addUpCounters(cells: string[][], columns: Map<string, number>): RecordedEnergy[] {
  const read = (row: string[] | undefined, column: string) =>
    Math.round((toNumber(row?.[columns.get(column) ?? -1]) ?? 0) * 1_000);
  const held = eachCounter((name) => read(cells[0], `total_${name}_kwh`));
  return cells.map((row, index) => {
    for (const name of COUNTERS) {
      if (name === "charge" || name === "discharge") {
        const now = read(row, `today_${name}_kwh`);
        const before = index === 0 ? now : read(cells[index - 1], `today_${name}_kwh`);
        held[name] += now >= before ? now - before : now;
      } else held[name] = Math.max(held[name], read(row, `total_${name}_kwh`));
    }
    return { ...held };
  });
}

/** Drops the daily counters of the first rows of a day that still hold yesterday's. */
function fillToday(rows: RecordedRow[]): void {
  for (const name of COUNTERS) {
    const column = `today_${name}_kwh`;
    rows.forEach((row, index) => {
      const value = row.value(column);
      const before = rows[index - 1];
      const isStale =
        before !== undefined &&
        value !== null &&
        value > 0 &&
        (before.day !== row.day || before.today[name] === null) &&
        value >= (before.value(column) ?? 0) - 0.05;
      row.today[name] = value === null || isStale ? null : Math.round(value * 1_000);
    });
  }
}

function eachCounter(read: (name: RecordedCounter) => number): RecordedEnergy {
  return Object.fromEntries(COUNTERS.map((name) => [name, read(name)])) as RecordedEnergy;
}

function toNumber(cell: string | undefined): number | null {
  if (cell === undefined || cell.trim() === "") return null;
  const value = Number(cell);
  return Number.isFinite(value) ? value : null;
}
