import { stringify } from "csv-stringify/sync";
import { markFormula } from "#domain/tables/mark-formula.ts";
import type { TableCell, TableWriter } from "#operations/context.ts";
import { CollectedBytes } from "./collected-bytes.ts";

const BYTE_ORDER_MARK = "\ufeff";
const FORM = {
  // Quotes texts, because a spreadsheet with another separator could split a text into cells.
  quoted_string: true,
  record_delimiter: "windows",
} as const;

/** Begins a CSV file (RFC 4180, UTF-8 with a byte order mark). */
export function csvTable(): TableWriter {
  const encoder = new TextEncoder();
  const bytes = new CollectedBytes();
  bytes.add(encoder.encode(BYTE_ORDER_MARK));
  return {
    add: (cells) => bytes.add(encoder.encode(stringify([cells.map(plainCell)], FORM))),
    finish: () => bytes.join(),
  };
}

function plainCell(cell: TableCell): string | number | null {
  return cell !== null && typeof cell === "object" ? cell.localTime : markFormula(cell);
}
