import { strToU8, Zip, ZipDeflate } from "fflate";
import { markFormula } from "#domain/tables/mark-formula.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import type { TableCell, TableWriter } from "#operations/context.ts";
import { CollectedBytes } from "./collected-bytes.ts";

/** Maximum length of a cell's text (ECMA-376 applications refuse longer ones). */
const MAX_CELL = 32_767;
/** Characters of rows that are compressed at a time. */
const PIECE = 64_000;
/** Characters that XML 1.0 does not allow, and halves of surrogate pairs. */
const NOT_XML =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** The parts of a workbook with one sheet, besides the sheet (ECMA-376, parts 1 and 2). */
const PARTS: Readonly<Record<string, string>> = {
  "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="Helioport" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  "xl/styles.xml": `<styleSheet xmlns="${SHEET}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};
/** Those parts as XML, by name. */
export const WORKBOOK: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(PARTS).map(([name, text]) => [name, XML + text]),
);
export const SHEET_NAME = "xl/worksheets/sheet1.xml";
export const sheetBegin = (isRightToLeft: boolean) =>
  `${XML}<worksheet xmlns="${SHEET}"><sheetViews><sheetView${isRightToLeft ? ' rightToLeft="1"' : ""} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr baseColWidth="20" defaultRowHeight="15"/><sheetData>`;
export const SHEET_END = "</sheetData></worksheet>";

/**
 * Begins an XLSX file with one sheet, whose first row stays visible. Rows are compressed as they are added, so that only
 * the compressed file is held in memory. Texts are inline strings, which are never formulas.
 * @param isRightToLeft whether the first column is the rightmost one
 */
export function xlsxTable(isRightToLeft = false): TableWriter {
  const bytes = new CollectedBytes();
  const zip = new Zip((error, piece) => {
    if (error !== null) throw error;
    bytes.add(piece);
  });
  const begin = (name: string) => {
    const file = new ZipDeflate(name);
    zip.add(file);
    return file;
  };
  for (const [name, text] of Object.entries(WORKBOOK)) begin(name).push(strToU8(text), true);
  const sheet = begin(SHEET_NAME);
  let pending = sheetBegin(isRightToLeft);
  return {
    add(cells) {
      pending += writeRow(cells);
      if (pending.length < PIECE) return;
      sheet.push(strToU8(pending));
      pending = "";
    },
    finish() {
      sheet.push(strToU8(pending + SHEET_END), true);
      zip.end();
      return bytes.join();
    },
  };
}

/** Returns a row of the sheet. */
export function writeRow(cells: readonly TableCell[]): string {
  return `<row>${cells.map(writeCell).join("")}</row>`;
}

/** Day 0 of a workbook's dates, 1899-12-30, in days before 1970. */
const FIRST_DAY = 25_569;

function writeCell(cell: TableCell): string {
  if (cell === null || cell === "") return "<c/>";
  if (typeof cell === "object") {
    const days = Date.parse(`${cell.localTime.replace(" ", "T")}Z`) / DAY_MS + FIRST_DAY;
    return `<c s="1"><v>${days}</v></c>`;
  }
  if (typeof cell === "number" && Number.isFinite(cell)) return `<c><v>${cell}</v></c>`;
  const text = `${markFormula(cell)}`.slice(0, MAX_CELL).replace(NOT_XML, "");
  const escaped = text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? "");
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped}</t></is></c>`;
}
