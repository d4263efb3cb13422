import type { AlarmFilter } from "#app/alarms/alarm-filter.ts";
import { NO_FILTER } from "#app/alarms/alarm-filter.ts";
import type { FormResult } from "#app/forms/use-own-form.ts";

/** Filters that the log has without a choice. */
export const USUAL_FILTER: AlarmFilter = { ...NO_FILTER, period: "month" };
/** Alarms of a page. */
export const LOG_PAGE = 25;

/** Exported files by their format, and the number of their rows. */
export type ExportedLog = { rows: number; csv: string; xlsx: string };

/** Results of the log's forms besides their values. */
export type LogExtra = {
  exported: ExportedLog;
  /** Number of rows that were removed from the log. */
  hidden: number;
};
export type LogResult = FormResult<LogExtra>;
