import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import type { TableCell } from "#operations/context.ts";
import { csvTable } from "./csv-table.ts";
import { xlsxTable } from "./xlsx-table.ts";

function sheetOf(rows: readonly TableCell[][]): string {
  const table = xlsxTable();
  for (const row of rows) table.add(row);
  return strFromU8(unzipSync(table.finish())["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
}

const TEXT = /<c t="inlineStr"><is><t xml:space="preserve">([^<]*)<\/t><\/is><\/c>|<c\/>/g;
const SIGNS: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };

function textsOf(sheet: string): string[] {
  return [...sheet.matchAll(TEXT)].map(([, text = ""]) =>
    text.replace(/&\w+;/g, (entity) => SIGNS[entity] ?? "?"),
  );
}

test("a sheet has numbers as numbers and texts as inline strings", () => {
  const sheet = sheetOf([["Device", 9.5, -3, null]]);
  expect(sheet).toContain(
    '<row><c t="inlineStr"><is><t xml:space="preserve">Device</t></is></c><c><v>9.5</v></c><c><v>-3</v></c><c/></row>',
  );
});

test("a local time is a date of a sheet and a text of a CSV file", () => {
  const cell = { localTime: "2026-11-24 12:00:00" };
  expect(sheetOf([[cell]])).toContain('<row><c s="1"><v>46350.5</v></c></row>');
  const csv = csvTable();
  csv.add([cell]);
  expect(parse(Buffer.from(csv.finish()), { bom: true })).toEqual([[cell.localTime]]);
});

test("a sheet begins on the right for a language that does", () => {
  const [left, right] = [false, true].map((isRightToLeft) => {
    const table = xlsxTable(isRightToLeft);
    return strFromU8(unzipSync(table.finish())["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
  });
  expect(left).not.toContain("rightToLeft");
  expect(right).toContain('<sheetView rightToLeft="1"');
});

test("a workbook has the parts that name its sheet", () => {
  const table = xlsxTable();
  table.add(["a"]);
  expect(Object.keys(unzipSync(table.finish())).toSorted()).toEqual([
    "[Content_Types].xml",
    "_rels/.rels",
    "xl/_rels/workbook.xml.rels",
    "xl/styles.xml",
    "xl/workbook.xml",
    "xl/worksheets/sheet1.xml",
  ]);
});

test("hostile texts stay texts in both files", () => {
  const hostile = [
    '=HYPERLINK("https://x")',
    "</t></is></c></row>",
    "a\u0000b\ud800c",
    '\ufffe<&"',
  ];
  expect(textsOf(sheetOf([hostile]))).toEqual([
    `'=HYPERLINK("https://x")`,
    "</t></is></c></row>",
    "abc",
    '<&"',
  ]);
  const csv = csvTable();
  csv.add(hostile);
  const text = new TextDecoder().decode(csv.finish());
  expect(text.startsWith(`"'=HYPERLINK(""https://x"")"`)).toBe(true);
});

test("any texts are read back from both files, except for what a format cannot hold", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 20 });
  fc.assert(
    fc.property(
      fc.array(fc.array(text, { minLength: 2, maxLength: 2 }), { minLength: 1 }),
      (rows) => {
        const plain = rows.map((row) => row.map((cell) => `x${cell}`));
        const csv = csvTable();
        for (const row of plain) csv.add(row);
        expect(parse(Buffer.from(csv.finish()), { bom: true })).toEqual(plain);
        expect(textsOf(sheetOf(plain))).toEqual(plain.flat());
      },
    ),
  );
});

test("a long table is compressed as it grows", () => {
  const table = xlsxTable();
  for (let row = 0; row < 20_000; row++) table.add([row, "Battery voltage is below the limit"]);
  const bytes = table.finish();
  expect(bytes.length).toBeLessThan(400_000);
  const sheet = strFromU8(unzipSync(bytes)["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
  expect(sheet.match(/<row>/g)).toHaveLength(20_000);
});
