import { DAY_MS, HOUR_MS, MINUTE_MS } from "../units/durations.ts";

/** Contents of an export: energies of periods, the site's powers, or any registers. */
export const EXPORT_KINDS = ["statistics", "power", "registers"] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

export const EXPORT_FORMATS = ["csv", "xlsx", "parquet"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Length of the periods of energies. */
export const ENERGY_INTERVALS = ["hour", "day", "month", "year"] as const;
export type EnergyInterval = (typeof ENERGY_INTERVALS)[number];
/** Interval of averages; `raw` is every sample. */
export const VALUE_INTERVALS = ["raw", "minutes5", "minutes15", "hour", "day"] as const;
export type ValueInterval = (typeof VALUE_INTERVALS)[number];
export type ExportInterval = EnergyInterval | ValueInterval;

/** Length of an interval of averages, ms; null for every sample. */
export const VALUE_INTERVAL_MS: Readonly<Record<ValueInterval, number | null>> = {
  raw: null,
  minutes5: 5 * MINUTE_MS,
  minutes15: 15 * MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
};

/** Returns the intervals that a kind of export may have. */
export function intervalsOf(kind: ExportKind): readonly ExportInterval[] {
  return kind === "statistics" ? ENERGY_INTERVALS : VALUE_INTERVALS;
}

/** Maximum number of registers of one export. */
export const MAX_EXPORT_REGISTERS = 500;
/** Maximum number of rows of a sheet besides its heading (Excel's limit is 1,048,576 rows). */
export const MAX_SHEET_ROWS = 1_048_575;

/** States of an export task. */
export const EXPORT_STATES = ["preparing", "downloadable", "downloaded", "failed"] as const;
export type ExportState = (typeof EXPORT_STATES)[number];

/** Why a task failed: too many rows or registers for the format, access that has ended, or an error of the portal. */
export const EXPORT_FAILURES = ["tooLarge", "access", "fault"] as const;
export type ExportFailure = (typeof EXPORT_FAILURES)[number];

/** Registers of a power export, of the site as a whole, in their order. */
export const POWER_REGISTERS = ["0100", "0110", "0120", "0130", "0140", "0134", "0131"] as const;

/** How long a finished export is kept, ms. */
export const EXPORT_RETENTION_MS = 7 * DAY_MS;
/** Maximum number of a user's exports in preparation at the same time, and of all that are listed. */
export const MAX_UNFINISHED_EXPORTS = 3;
export const MAX_STORED_EXPORTS = 50;
/** Maximum number of exports that a user orders in a day. */
export const MAX_DAILY_EXPORTS = 40;
