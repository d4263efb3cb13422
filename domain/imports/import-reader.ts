import { joinTime } from "./find-table.ts";
import { MAX_AHEAD_MS, MAX_FILE_ROWS, MIN_IMPORT_AT } from "./import-limits.ts";
import type { ImportProblem, ImportResult } from "./import-result.ts";
import { type ColumnMapping, IMPORT_UNITS } from "./import-targets.ts";
import { type DecimalSign, readNumber } from "./read-number.ts";
import { type DateOrder, type FileTime, readTime } from "./read-time.ts";
import { findStep, periodOf, type RepeatedHours, toInstants } from "./row-times.ts";
import { SeriesBuilder } from "./series-builder.ts";
import type { FileMapping } from "./suggest-mapping.ts";

/** Number of problems that are reported with their lines; all are counted. */
const MAX_LISTED = 5;

/** How a file is read, completely. */
export type ImportSettings = FileMapping & {
  timeColumns: readonly number[];
  order: DateOrder;
  decimal: DecimalSign;
  /** IANA name of the zone of local times. */
  timeZone: string;
  /** Null if the question of repeated hours is not answered. */
  repeated: RepeatedHours | null;
};

/** Reads the rows of a file, one after the other, into what an import stores. */
export class ImportReader {
  readonly #settings: ImportSettings;
  readonly #now: number;
  #times: FileTime[] = [];
  #lines: number[] = [];
  #values: (number | null)[][];
  #problems: ImportProblem[] = [];
  #problemCount = 0;
  #otherRows = 0;
  #negatives = 0;

  /** @param now ms UTC: later rows are refused */
  constructor(settings: ImportSettings, now: number) {
    this.#settings = settings;
    this.#now = now;
    this.#values = settings.columns.map(() => []);
    if (settings.columns.length === 0) this.#report("noColumns", null, "");
  }

  /** Takes a row of values. */
  take(row: readonly string[], line: number): void {
    const { timeColumns, order, columns, decimal } = this.#settings;
    if (row.every((cell) => cell.trim() === "")) return;
    const stamp = joinTime(row, timeColumns);
    const time = readTime(stamp, order);
    if (time === null) {
      // A row of titles or totals has no digits at its start, or nothing.
      if (/\d/.test(stamp)) this.#report("time", line, stamp);
      else this.#otherRows++;
      return;
    }
    if (this.#times.length >= MAX_FILE_ROWS) {
      if (this.#times.length === MAX_FILE_ROWS)
        this.#report("tooManyRows", line, String(MAX_FILE_ROWS));
      return;
    }
    this.#times.push(time);
    this.#lines.push(line);
    for (const [place, mapping] of columns.entries())
      this.#values[place]?.push(this.#readValue(row[mapping.column] ?? "", mapping, line, decimal));
  }

  #readValue(
    cell: string,
    mapping: ColumnMapping,
    line: number,
    decimal: DecimalSign,
  ): number | null {
    const { unit, isInverted } = mapping;
    const number = readNumber(cell, decimal);
    if (number === undefined) {
      this.#report("number", line, cell.trim());
      return null;
    }
    if (number === null) return null;
    return number * IMPORT_UNITS[unit].factor * (isInverted ? -1 : 1);
  }

  finish(): ImportResult {
    this.#sortByDirection();
    const { timeZone, stampAt, columns } = this.#settings;
    const policy = this.#settings.repeated ?? "order";
    const {
      at: instants,
      skipped,
      repeated,
      hasBothPasses,
    } = toInstants(this.#times, timeZone, policy);
    const lost = skipped.filter((index) => this.#values.some((column) => !!column[index]));
    for (const index of lost)
      this.#report("skippedHour", this.#lines[index] ?? 0, localText(this.#times[index]));
    const { order, duplicates } = this.#sort(instants);
    const at = Float64Array.from(order, (index) => instants[index] ?? 0);
    const base = {
      rows: at.length,
      otherRows: this.#otherRows,
      duplicates,
      skippedRows: skipped.length - lost.length,
      repeated:
        repeated.length === 0
          ? null
          : { rows: repeated.length, line: this.#lines[repeated[0] ?? 0] ?? 0, hasBothPasses },
    };
    if (at.length === 0) {
      if (this.#problemCount === 0) this.#report("noValues", null, "");
      return {
        ...base,
        ...NOTHING,
        problems: this.#problems,
        problemCount: this.#problemCount,
        negatives: 0,
      };
    }
    const step = findStep(at, timeZone);
    const build = new SeriesBuilder(columns, step, timeZone);
    for (const [place, index] of order.entries()) {
      const period = periodOf(at, place, step, stampAt, timeZone);
      if (period.from < MIN_IMPORT_AT || period.to > this.#now + MAX_AHEAD_MS)
        this.#report("outOfRange", this.#lines[index] ?? 0, localText(this.#times[index]));
      const values = this.#values.map((column) => column[index] ?? null);
      for (const value of build.add(values, at[place] ?? 0, period))
        this.#report("tooLarge", this.#lines[index] ?? 0, String(value));
    }
    this.#negatives += build.negatives;
    const series = build.finish();
    const isEmpty = Object.keys(series.samples).length + Object.keys(series.energies).length === 0;
    if (isEmpty && this.#problemCount === 0) this.#report("noValues", null, "");
    return {
      ...base,
      ...series,
      problems: this.#problems,
      problemCount: this.#problemCount,
      negatives: this.#negatives,
      step,
      from: Math.min(periodOf(at, 0, step, stampAt, timeZone).from, build.from),
      until: periodOf(at, at.length - 1, step, stampAt, timeZone).to,
    };
  }

  /** Reverses files that have the newest row first. */
  #sortByDirection(): void {
    const first = this.#times[0];
    const last = this.#times.at(-1);
    if (first === undefined || last === undefined || pointOf(first) <= pointOf(last)) return;
    this.#times.reverse();
    this.#lines.reverse();
    for (const column of this.#values) column.reverse();
  }

  /** Returns the indexes of rows in the order of time, of equal instants the last one. */
  #sort(instants: Float64Array): { order: number[]; duplicates: number } {
    const all: number[] = [];
    let isAscending = true;
    for (let index = 0; index < instants.length; index++) {
      if (Number.isNaN(instants[index])) continue;
      const before = all.at(-1);
      if (before !== undefined && (instants[before] ?? 0) >= (instants[index] ?? 0))
        isAscending = false;
      all.push(index);
    }
    if (isAscending) return { order: all, duplicates: 0 };
    all.sort((one, other) => (instants[one] ?? 0) - (instants[other] ?? 0) || one - other);
    const order = all.filter((index, place) => instants[index] !== instants[all[place + 1] ?? -1]);
    return { order, duplicates: all.length - order.length };
  }

  #report(code: ImportProblem["code"], line: number | null, text: string): void {
    this.#problemCount++;
    if (this.#problems.length < MAX_LISTED)
      this.#problems.push({ code, line, text: text.slice(0, 60) });
  }
}

const NOTHING = { step: null, from: null, until: null, sums: {}, energies: {}, samples: {} };

function pointOf(time: FileTime): number {
  return "at" in time ? time.at : time.local;
}

function localText(time: FileTime | undefined): string {
  if (time === undefined) return "";
  return new Date(pointOf(time)).toISOString().slice(0, 16).replace("T", " ");
}
