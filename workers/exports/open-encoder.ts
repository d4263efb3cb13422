import type { ExportFormat } from "#domain/exports/export-request.ts";
import type { OpenEncoder } from "#operations/exports/export-encoder.ts";
import { csvEncoder } from "./csv-encoder.ts";
import { parquetEncoder } from "./parquet-encoder.ts";
import { xlsxEncoder } from "./xlsx-encoder.ts";

const ENCODERS: Readonly<Record<ExportFormat, OpenEncoder>> = {
  csv: csvEncoder,
  parquet: parquetEncoder,
  xlsx: xlsxEncoder,
};

export const openEncoder: OpenEncoder = (layout, saved) => ENCODERS[layout.format](layout, saved);
