import { constants, crc32, deflateRawSync } from "node:zlib";
import { MAX_SHEET_ROWS } from "#domain/exports/export-request.ts";
import {
  type ExportEncoder,
  type ExportLayout,
  ExportTooLarge,
} from "#operations/exports/export-encoder.ts";
import type { ExportRows } from "#protocol/history/export-rows.ts";
import { SHEET_END, SHEET_NAME, sheetBegin, WORKBOOK, writeRow } from "../tables/xlsx-table.ts";
import { RowTimes } from "./row-times.ts";

/** Characters of rows that are compressed at a time. */
const PIECE = 2 ** 20;
const MAX_SIZE = 0xffff_ffff;

const SIGNATURE = { file: 0x0403_4b50, sizes: 0x0807_4b50, entry: 0x0201_4b50, end: 0x0605_4b50 };
/** Version 2.0 of the format, with sizes behind the content (bit 3) and names in UTF-8 (bit 11). */
const VERSION = 20;
const FLAGS = 0x0808;
const DEFLATE = 8;
/** 1980-01-01, the first day of the format. */
const DATE = 0x0021;
/** An empty last block of a deflated content. */
const LAST_BLOCK = Uint8Array.of(3, 0);

type Entry = { name: string; crc: number; packed: number; size: number; offset: number };
type Saved = { rows: number; written: number; entries: Entry[] };

const utf8 = new TextEncoder();

/**
 * Encodes an XLSX file with one sheet. Each piece of the sheet is compressed by itself and ends at a byte, so that the
 * state between two pieces is a checksum and a few sizes.
 */
export function xlsxEncoder(layout: ExportLayout, saved: string | null): ExportEncoder {
  const times = new RowTimes(layout.timeZone);
  const state: Saved =
    saved === null ? { rows: 0, written: 0, entries: [] } : (JSON.parse(saved) as Saved);
  const pieces: Uint8Array[] = [];
  const put = (bytes: Uint8Array) => {
    pieces.push(bytes);
    state.written += bytes.length;
  };
  const open = (name: string) => {
    state.entries.push({ name, crc: 0, packed: 0, size: 0, offset: state.written });
    put(fileHeader(name));
  };
  const write = (text: string) => {
    const entry = state.entries.at(-1);
    if (entry === undefined) return;
    const bytes = utf8.encode(text);
    const packed = new Uint8Array(
      deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, level: 6 }),
    );
    entry.crc = crc32(bytes, entry.crc);
    entry.size += bytes.length;
    entry.packed += packed.length;
    if (entry.size > MAX_SIZE || state.written > MAX_SIZE) throw new ExportTooLarge("over 4 GB");
    put(packed);
  };
  const close = () => {
    const entry = state.entries.at(-1);
    if (entry === undefined) return;
    entry.packed += LAST_BLOCK.length;
    put(LAST_BLOCK);
    put(sizesOf(entry));
  };
  const begin = () => {
    if (state.entries.length > 0) return;
    for (const [name, text] of Object.entries(WORKBOOK)) {
      open(name);
      write(text);
      close();
    }
    open(SHEET_NAME);
    const { local, offset } = layout.time;
    const headings = [local, offset, ...layout.columns.map(({ heading }) => heading)];
    write(sheetBegin(layout.isRightToLeft) + writeRow(headings));
  };
  const add = ({ at, columns }: ExportRows) => {
    begin();
    if (state.rows + at.length > MAX_SHEET_ROWS)
      throw new ExportTooLarge(`more than ${MAX_SHEET_ROWS} rows`);
    let text = "";
    for (let row = 0; row < at.length; row++) {
      const localTime = times.format(at[row] ?? 0);
      text += writeRow([
        { localTime },
        times.offset,
        ...columns.map((values) => {
          const value = values[row] ?? null;
          return Number.isNaN(value) ? null : value;
        }),
      ]);
      if (text.length < PIECE) continue;
      write(text);
      text = "";
    }
    if (text !== "") write(text);
    state.rows += at.length;
  };
  const take = () => pieces.splice(0);
  return {
    add(rows) {
      add(rows);
      return take();
    },
    finish() {
      begin();
      write(SHEET_END);
      close();
      const offset = state.written;
      for (const entry of state.entries) put(entryOf(entry));
      put(endOf(state.entries.length, offset, state.written - offset));
      return take();
    },
    save: () => JSON.stringify(state),
    get rows() {
      return state.rows;
    },
  };
}

/** Writes numbers of 2 and 4 bytes, little-endian. */
function record(
  fields: readonly (readonly [bytes: 2 | 4, value: number])[],
  name = "",
): Uint8Array {
  const text = utf8.encode(name);
  const length = fields.reduce((sum, [bytes]) => sum + bytes, 0);
  const made = new Uint8Array(length + text.length);
  const view = new DataView(made.buffer);
  let offset = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(offset, value, true);
    else view.setUint32(offset, value, true);
    offset += bytes;
  }
  made.set(text, length);
  return made;
}

const fileHeader = (name: string) =>
  record(
    [
      [4, SIGNATURE.file],
      [2, VERSION],
      [2, FLAGS],
      [2, DEFLATE],
      [2, 0],
      [2, DATE],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, name.length],
      [2, 0],
    ],
    name,
  );

const sizesOf = ({ crc, packed, size }: Entry) =>
  record([
    [4, SIGNATURE.sizes],
    [4, crc],
    [4, packed],
    [4, size],
  ]);

const entryOf = ({ name, crc, packed, size, offset }: Entry) =>
  record(
    [
      [4, SIGNATURE.entry],
      [2, VERSION],
      [2, VERSION],
      [2, FLAGS],
      [2, DEFLATE],
      [2, 0],
      [2, DATE],
      [4, crc],
      [4, packed],
      [4, size],
      [2, name.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    ],
    name,
  );

const endOf = (entries: number, offset: number, size: number) =>
  record([
    [4, SIGNATURE.end],
    [2, 0],
    [2, 0],
    [2, entries],
    [2, entries],
    [4, size],
    [4, offset],
    [2, 0],
  ]);
