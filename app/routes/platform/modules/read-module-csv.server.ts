import { parse } from "csv-parse/sync";
import { withLimit } from "#app/forms/form-problem.ts";
import { type LineFault, MAX_CSV } from "./module-data.ts";

/** Maximum modules of one import. */
const MAX_MODULES = 1_000;

/** Fields of a module by the names of their columns. */
const COLUMNS = {
  serial: "serial",
  type: "type",
  check_code: "checkCode",
  secret: "secret",
  check_hash: "checkHash",
  secret_hash: "secretHash",
} as const;
type Column = keyof typeof COLUMNS;
type Field = (typeof COLUMNS)[Column];

export type ModuleLine = {
  line: number;
  module: { serial: string; type: string } & Partial<Record<Field, string>>;
};

type Row = { info: { lines: number }; record: string[] };

/**
 * Reads the modules of a CSV text whose first line names its columns. Cells cannot span lines, so an unclosed quotation
 * mark is reported with its line.
 * @returns the modules with the faults of lines, or the key of the fault of the whole text
 */
export function readModuleCsv(
  text: string,
): { lines: ModuleLine[]; faults: LineFault[] } | { fault: string } {
  if (text.trim() === "") return { fault: "required" };
  if (text.length > MAX_CSV) return { fault: withLimit("tooLong", MAX_CSV) };
  const { rows, faults } = readRows(text);
  const [header, ...others] = rows;
  const columns = header?.record.map((cell) => cell.toLowerCase()) ?? [];
  if (!areColumns(columns)) return { fault: "wrongColumns" };
  if (others.length + faults.length === 0) return { fault: "noModules" };
  if (others.length > MAX_MODULES) return { fault: withLimit("tooMany", MAX_MODULES) };
  const lines: ModuleLine[] = [];
  for (const { info, record } of others) {
    if (record.length !== columns.length) {
      faults.push({ line: info.lines, field: null, fault: "wrongCells" });
      continue;
    }
    const cells = columns.map((name, place) => [COLUMNS[name], record[place] ?? ""]);
    const module = { serial: "", type: "", ...Object.fromEntries(cells) };
    lines.push({ line: info.lines, module });
  }
  return { lines, faults: faults.sort((one, other) => one.line - other.line) };
}

function readRows(text: string): { rows: Row[]; faults: LineFault[] } {
  const [first = ""] = text.split("\n", 1);
  const faults: LineFault[] = [];
  let isEndless = false;
  const rows = parse(text, {
    bom: true,
    delimiter: [",", ";", "\t"].find((sign) => first.includes(sign)) ?? ",",
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      if (error?.code === "CSV_QUOTE_NOT_CLOSED") isEndless = true;
      else faults.push({ line: Number(error?.lines), field: null, fault: "wrongQuotes" });
      return undefined;
    },
    trim: true,
  }) as unknown as Row[];
  if (isEndless) {
    const last = Math.max(rows.at(-1)?.info.lines ?? 0, ...faults.map(({ line }) => line));
    faults.push({ line: last + 1, field: null, fault: "wrongQuotes" });
  }
  return { rows, faults };
}

/** Whether the names of columns are known, each once, with the required ones. */
function areColumns(names: readonly string[]): names is Column[] {
  return (
    names.every((name) => Object.hasOwn(COLUMNS, name)) &&
    new Set(names).size === names.length &&
    ["serial", "type"].every((name) => names.includes(name))
  );
}
