import Papa from "papaparse";
import { findTable, isTurned, SAMPLED_ROWS, turnTable } from "#domain/imports/find-table.ts";
import { MAX_FILE_COLUMNS } from "#domain/imports/import-limits.ts";
import { ImportReader, type ImportSettings } from "#domain/imports/import-reader.ts";
import type { ImportResult } from "#domain/imports/import-result.ts";

/** Signs between the cells of a row. */
const DELIMITERS = [";", ",", "\t", "|"];
/** A line that names the delimiter for spreadsheet programs. */
const SEPARATOR_LINE = /^sep=(.)\s*\r?\n/;
/** Rows by which the delimiter is found. */
const COUNTED_ROWS = 60;

/** A text file split into cells on request, so that a long file is never held as cells. */
export class CsvText {
  readonly #text: string;
  readonly #delimiter: string;
  /** Lines before `#text`. */
  readonly #linesBefore: number;
  /** The rows of a file that was turned into rows of time. */
  #turned: readonly string[][] | null = null;
  readonly sample: readonly (readonly string[])[];

  constructor(text: string) {
    const separator = SEPARATOR_LINE.exec(text);
    this.#text = normaliseLineEnds(separator === null ? text : text.slice(separator[0].length));
    this.#linesBefore = separator === null ? 0 : 1;
    this.#delimiter = separator?.[1] ?? findDelimiter(this.#text);
    const sample: string[][] = [];
    this.#parse((row) => sample.push(row), SAMPLED_ROWS);
    if (isTurned(sample[0] ?? [])) {
      const all: string[][] = [];
      this.#parse((row) => all.push(row));
      this.#turned = turnTable(all);
    }
    this.sample = this.#turned?.slice(0, SAMPLED_ROWS) ?? sample;
  }

  /** Finds the table; null if no column has times, or there are too many columns. */
  findTable() {
    const table = findTable(this.sample);
    return table === null || table.columns.length > MAX_FILE_COLUMNS ? null : table;
  }

  /** Reads the whole file. */
  read(settings: ImportSettings, firstRow: number, now: number): ImportResult {
    const reader = new ImportReader(settings, now);
    let index = 0;
    this.rows((row, line) => {
      if (index++ >= firstRow) reader.take(row, line);
    });
    return reader.finish();
  }

  /** Calls back for each row with its line, counted from 1. */
  rows(each: (row: readonly string[], line: number) => void): void {
    if (this.#turned !== null) for (const row of this.#turned) each(row, 1);
    else this.#parse(each);
  }

  #parse(each: (row: string[], line: number) => void, most = Number.POSITIVE_INFINITY): void {
    let line = this.#linesBefore;
    let count = 0;
    Papa.parse<string[]>(this.#text, {
      delimiter: this.#delimiter,
      newline: "\n",
      step({ data }, parser) {
        line += 1;
        each(data, line);
        for (const cell of data) line += cell.split("\n").length - 1;
        if (++count >= most) parser.abort();
      },
    });
  }
}

/** Some loggers end lines with a doubled carriage return. */
function normaliseLineEnds(text: string): string {
  return text.includes("\r") ? text.replace(/\r+\n|\r/g, "\n") : text;
}

/** Finds the delimiter that splits most rows into the same number of cells, at least two. */
function findDelimiter(text: string): string {
  const lines = text.split("\n", COUNTED_ROWS).filter((line) => line.trim() !== "");
  let best = { delimiter: ",", score: 0 };
  for (const delimiter of DELIMITERS) {
    const { data } = Papa.parse<string[]>(lines.join("\n"), { delimiter });
    const counts = new Map<number, number>();
    for (const { length } of data) counts.set(length, (counts.get(length) ?? 0) + 1);
    for (const [length, rows] of counts)
      if (length > 1 && rows * Math.min(length, 4) > best.score)
        best = { delimiter, score: rows * Math.min(length, 4) };
  }
  return best.delimiter;
}
