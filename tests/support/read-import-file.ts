import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { CsvText } from "#app/routes/site/settings/imports/read-csv.ts";
import { decodeText } from "#domain/imports/decode-text.ts";
import { findPortal } from "#domain/imports/portal-presets.ts";
import type { RepeatedHours } from "#domain/imports/row-times.ts";
import { suggestMapping } from "#domain/imports/suggest-mapping.ts";

const NOW = Date.UTC(2026, 10, 29);

/** Reads a file as the page suggests it. */
export function readSuggested(
  text: string,
  timeZone: string,
  repeated: RepeatedHours | null = null,
) {
  const csv = new CsvText(text);
  const table = csv.findTable();
  if (table === null) throw new Error("no table");
  const portal = findPortal(table);
  const mapping = suggestMapping(table, portal);
  const order = table.orders[0] ?? "ymd";
  const { timeColumns, decimal, zone } = table;
  const settings = {
    ...mapping,
    timeColumns,
    order,
    decimal,
    timeZone: zone ?? timeZone,
    repeated,
  };
  return { portal, columns: mapping.columns, ...csv.read(settings, table.firstRow, NOW) };
}

/** Returns the text of a gzipped file. */
export function unzipText(path: string): string {
  return decodeText(gunzipSync(readFileSync(path))).text;
}

/** Rounding to 0.001 Wh hides the binary errors of sums. */
export function roundEnergy(value: number | undefined): number {
  return Math.round((value ?? Number.NaN) * 1_000) / 1_000;
}
