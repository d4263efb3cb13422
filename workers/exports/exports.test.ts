import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { strFromU8, unzipSync } from "fflate";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { expect, test } from "vitest";
import { EXPORT_FORMATS, type ExportFormat } from "#domain/exports/export-request.ts";
import { advanceFile, type FileState } from "#operations/exports/advance-file.ts";
import type { ExportLayout } from "#operations/exports/export-encoder.ts";
import type { ExportRows } from "#protocol/history/export-rows.ts";
import { openEncoder } from "./open-encoder.ts";

const START = Date.UTC(2026, 2, 28, 22);
const TIME_ZONE = "Europe/Berlin";
const HEADINGS = ["Solar power (W)", "Status"];

type Row = { at: number; power: number | null; status: string | null };

const layoutOf = (format: ExportFormat): ExportLayout => ({
  format,
  time: { local: "Time", offset: "UTC offset" },
  columns: HEADINGS.map((heading, index) => ({ heading, isText: index === 1 })),
  timeZone: TIME_ZONE,
  isRightToLeft: false,
});

/** Answers some rows at a time, as a site's object does. */
function sourceOf(rows: readonly Row[], atOnce: number) {
  return async (from: number): Promise<ExportRows> => {
    const some = rows.filter(({ at }) => at >= from).slice(0, atOnce);
    const last = some.at(-1)?.at ?? Number.POSITIVE_INFINITY;
    return {
      at: Float64Array.from(some, ({ at }) => at),
      columns: [
        Float64Array.from(some, ({ power }) => power ?? Number.NaN),
        some.map(({ status }) => status),
      ],
      next: rows.some(({ at }) => at > last) ? last + 1 : null,
    };
  };
}

/** Writes a file in steps that end as `cuts` says, each with a new encoder. */
async function write(
  format: ExportFormat,
  rows: readonly Row[],
  { cuts, partBytes, atOnce }: { cuts: readonly boolean[]; partBytes: number; atOnce: number },
) {
  const stored: Uint8Array[] = [];
  let state: Omit<FileState, "encoder"> = { cursor: START, parts: [], rest: new Uint8Array() };
  let saved: string | null = null;
  for (let turn = 0; ; ) {
    const result = await advanceFile(state, {
      read: sourceOf(rows, atOnce),
      encoder: openEncoder(layoutOf(format), saved),
      async storePart(number, bytes) {
        stored[number - 1] = bytes.slice();
        return `part ${number}`;
      },
      partBytes,
      isOver: () => cuts[turn++ % cuts.length] ?? false,
    });
    if (result.isFinished) {
      const bytes = new Uint8Array(Buffer.concat(stored));
      expect(result.parts).toEqual(stored.map((_, index) => `part ${index + 1}`));
      expect(result.size).toBe(bytes.length);
      expect(result.rows).toBe(rows.length);
      for (const part of stored.slice(0, -1)) expect(part.length).toBe(partBytes);
      return bytes;
    }
    ({ state } = result);
    saved = result.state.encoder;
  }
}

const WHOLE = { cuts: [false], partBytes: 1_000, atOnce: 7 };

const rowsOf = fc
  .array(
    fc.record({
      step: fc.integer({ min: 1, max: 4_000_000 }),
      power: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
      status: fc.option(fc.string({ unit: "grapheme", maxLength: 12 })),
    }),
    { maxLength: 40 },
  )
  .map((steps) => {
    let at = START;
    return steps.map(({ step, power, status }): Row => {
      at += step;
      return { at, power, status: status === "" ? null : status };
    });
  });

test.each(EXPORT_FORMATS)("any cut of a job gives the same bytes of %s", async (format) => {
  await fc.assert(
    fc.asyncProperty(
      rowsOf,
      fc.array(fc.boolean(), { minLength: 1, maxLength: 9 }),
      fc.integer({ min: 50, max: 2_000 }),
      async (rows, cuts, partBytes) => {
        const whole = await write(format, rows, WHOLE);
        const inSteps = await write(format, rows, { ...WHOLE, cuts, partBytes });
        expect(inSteps).toEqual(whole);
      },
    ),
    { numRuns: format === "xlsx" ? 30 : 80 },
  );
});

test("a CSV file is read back with every value, its local time and its offset", async () => {
  await fc.assert(
    fc.asyncProperty(rowsOf, async (rows) => {
      const records: string[][] = parse(Buffer.from(await write("csv", rows, WHOLE)), {
        bom: true,
      });
      const [head, ...lines] = records;
      expect(head).toEqual(["Time", "UTC offset", ...HEADINGS]);
      expect(lines).toHaveLength(rows.length);
      for (const [index, [time, offset, power, status]] of lines.entries()) {
        const row = rows[index];
        const iso = `${time?.replace(" ", "T")}${offset?.replace("UTC", "")}`;
        expect(Date.parse(iso)).toBe(row?.at);
        expect(power === "" ? null : Number(power)).toBe(
          row?.power === null ? null : (row?.power ?? 0) + 0,
        );
        expect(status?.replace(/^'/, "") ?? "").toBe((row?.status ?? "").replace(/^'/, ""));
      }
    }),
    { numRuns: 60 },
  );
});

test("a Parquet file has timestamps, numbers and texts with their nulls", async () => {
  await fc.assert(
    fc.asyncProperty(rowsOf, async (rows) => {
      const file = await write("parquet", rows, WHOLE);
      const objects = await parquetReadObjects({ file: file.buffer as ArrayBuffer });
      const utf8 = (text: string | null) =>
        text === null ? null : new TextDecoder().decode(new TextEncoder().encode(text));
      expect(
        objects.map((row) => [row.time, row[HEADINGS[0] ?? ""], row[HEADINGS[1] ?? ""]]),
      ).toEqual(rows.map(({ at, power, status }) => [new Date(at), power, utf8(status)]));
    }),
    { numRuns: 60 },
  );
});

test("row groups of a long Parquet file continue after a cut", async () => {
  const rows = Array.from(
    { length: 800_000 },
    (_, index): Row => ({
      at: START + (index + 1) * 10_000,
      power: index % 997,
      status: null,
    }),
  );
  // The source of the short files searches all rows for each answer.
  const read = async (from: number): Promise<ExportRows> => {
    const first = Math.max(0, Math.ceil((from - START) / 10_000) - 1);
    const some = rows.slice(first, first + 100_000);
    return {
      at: Float64Array.from(some, ({ at }) => at),
      columns: [Float64Array.from(some, ({ power }) => power ?? 0), some.map(() => null)],
      next: first + 100_000 < rows.length ? (some.at(-1)?.at ?? 0) + 1 : null,
    };
  };
  const stored: Uint8Array[] = [];
  let state: Omit<FileState, "encoder"> = { cursor: START, parts: [], rest: new Uint8Array() };
  let saved: string | null = null;
  let steps = 0;
  for (;;) {
    const result = await advanceFile(state, {
      read,
      encoder: openEncoder(layoutOf("parquet"), saved),
      async storePart(_, bytes) {
        stored.push(bytes.slice());
        return "";
      },
      partBytes: 100_000,
      isOver: () => true,
    });
    steps++;
    if (result.isFinished) break;
    ({ state } = result);
    saved = result.state.encoder;
  }
  const file = new Uint8Array(Buffer.concat(stored)).buffer as ArrayBuffer;
  const metadata = parquetMetadata(file);
  expect(steps).toBeGreaterThan(1);
  expect(metadata.row_groups.length).toBeGreaterThan(1);
  expect(Number(metadata.num_rows)).toBe(rows.length);
  const objects = await parquetReadObjects({ file, columns: [HEADINGS[0] ?? ""] });
  const sum = objects.reduce((all, row) => all + Number(row[HEADINGS[0] ?? ""]), 0);
  expect(sum).toBe(rows.reduce((all, { power }) => all + (power ?? 0), 0));
});

test("a sheet has a row for each sample, and its checksum and sizes agree", async () => {
  const rows = Array.from(
    { length: 30_000 },
    (_, index): Row => ({
      at: START + index * 60_000,
      power: index / 10,
      status: index % 2 === 0 ? "=A1" : null,
    }),
  );
  const file = await write("xlsx", rows, { cuts: [true], partBytes: 50_000, atOnce: 3_000 });
  const sheet = strFromU8(unzipSync(file)["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
  expect(sheet.match(/<row>/g)).toHaveLength(rows.length + 1);
  expect(sheet).toContain("'=A1");
});

test("a sheet refuses more rows than a spreadsheet opens", () => {
  const encoder = openEncoder(layoutOf("xlsx"), null);
  const rows = { at: new Float64Array(1_048_576), columns: [], next: null };
  expect(() => encoder.add(rows)).toThrow("more than 1048575 rows");
});
