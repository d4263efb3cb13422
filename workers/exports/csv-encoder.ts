import { stringify } from "csv-stringify/sync";
import { markFormula } from "#domain/tables/mark-formula.ts";
import type { ExportEncoder, ExportLayout } from "#operations/exports/export-encoder.ts";
import type { ExportRows, ExportValues } from "#protocol/history/export-rows.ts";
import { RowTimes } from "./row-times.ts";

const BYTE_ORDER_MARK = "\ufeff";
const FORM = { quoted_string: true, record_delimiter: "windows" } as const;
const LINE_END = "\r\n";
/** Characters of rows that are encoded at a time. */
const PIECE = 2 ** 17;

const utf8 = new TextEncoder();

/**
 * Encodes a CSV file (RFC 4180, UTF-8 with a byte order mark). Rows of numbers need no quotes and are joined here,
 * about fifteen times as quickly as by csv-stringify, which writes the heading and the texts.
 */
export function csvEncoder(layout: ExportLayout, saved: string | null): ExportEncoder {
  const times = new RowTimes(layout.timeZone);
  let rows = saved === null ? 0 : (JSON.parse(saved) as { rows: number }).rows;
  let isBegun = saved !== null;
  const begin = () => {
    if (isBegun) return [];
    isBegun = true;
    const { local, offset } = layout.time;
    const headings = [local, offset, ...layout.columns.map(({ heading }) => heading)];
    return [utf8.encode(BYTE_ORDER_MARK + stringify([headings.map(markFormula)], FORM))];
  };
  return {
    add({ at, columns }: ExportRows) {
      const pieces = begin();
      const writers = columns.map(writerOf);
      let text = "";
      for (let row = 0; row < at.length; row++) {
        text += `${times.format(at[row] ?? 0)},${times.offset}`;
        for (const write of writers) text += write(row);
        text += LINE_END;
        if (text.length < PIECE) continue;
        pieces.push(utf8.encode(text));
        text = "";
      }
      if (text !== "") pieces.push(utf8.encode(text));
      rows += at.length;
      return pieces;
    },
    finish: begin,
    save: () => JSON.stringify({ rows }),
    get rows() {
      return rows;
    },
  };
}

/** Returns a function that writes the separator and the value of a row. */
function writerOf(values: ExportValues): (row: number) => string {
  if (!(values instanceof Float64Array))
    return (row) => {
      const value = values[row] ?? null;
      if (value === null) return ",";
      return typeof value === "number" ? `,${value}` : `,${quote(value)}`;
    };
  // Most values repeat the one before, whose text is kept.
  let last = Number.NaN;
  let text = ",";
  return (row) => {
    const value = values[row] ?? Number.NaN;
    if (value === last) return text;
    last = value;
    text = Number.isNaN(value) ? "," : `,${value}`;
    return text;
  };
}

function quote(text: string): string {
  return stringify([[markFormula(text)]], { ...FORM, eof: false });
}
