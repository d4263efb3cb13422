import type { FileTable } from "#domain/imports/find-table.ts";
import { MAX_IMPORT_NAME } from "#domain/imports/import-limits.ts";
import type { ImportSettings } from "#domain/imports/import-reader.ts";
import { findPortal, type Portal } from "#domain/imports/portal-presets.ts";
import { sortColumns, suggestMapping } from "#domain/imports/suggest-mapping.ts";
import { digest } from "#protocol/keys/digest.ts";
import type { CsvText } from "./read-csv.ts";

/** A chosen file and how it is read. */
export type ImportDraft = {
  csv: CsvText;
  text: string;
  table: FileTable;
  name: string;
  settings: ImportSettings;
};

/** Suggests how to read a file, by its headings. */
export function draftOf(
  csv: CsvText,
  text: string,
  table: FileTable,
  fileName: string,
  zone: string,
): ImportDraft {
  const { timeColumns, decimal, orders } = table;
  const mapping = suggestMapping(table, findPortal(table));
  const settings = {
    ...mapping,
    timeColumns,
    decimal,
    order: orders[0] ?? "ymd",
    timeZone: zone,
    repeated: null,
  } as const;
  return { csv, text, table, name: fileName.slice(0, MAX_IMPORT_NAME) || "import.csv", settings };
}

/** Suggests the columns of another portal. */
export function withPortal(draft: ImportDraft, portal: Portal): ImportDraft {
  return { ...draft, settings: { ...draft.settings, ...suggestMapping(draft.table, portal) } };
}

/** Identifies the content of a file together with how it is read, whatever its name is. */
export function identify({ text, settings }: ImportDraft): string {
  const { columns, stampAt, order, decimal, timeZone, repeated } = settings;
  // The order of choices in the form makes no difference.
  const mappings = sortColumns(columns).map(
    ({ column, target, unit, isCounter, isInverted, isDaily }) => ({
      column,
      target,
      unit,
      isCounter,
      isInverted,
      ...(isDaily && { isDaily }),
    }),
  );
  const read = [mappings, stampAt, order, decimal, timeZone, repeated ?? "order"];
  return digest(`${JSON.stringify(read)}\n${text}`);
}
