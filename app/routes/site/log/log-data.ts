import type { AlarmFilter } from "#app/alarms/alarm-filter.ts";
import { NO_FILTER } from "#app/alarms/alarm-filter.ts";
import type { FormResult } from "#app/forms/use-own-form.ts";

/** Filters that the log has without a choice. */
export const USUAL_FILTER: AlarmFilter = { ...NO_FILTER, period: "month" };
/** Alarms of a page. */
export const LOG_PAGE = 25;
/** Pages whose alarms are drawn together. */
const DRAWN_PAGES = 4;
/** Alarms that are drawn, those of one call. */
export const DRAWN_ALARMS = LOG_PAGE * DRAWN_PAGES;

/** The call that has the alarms of a page, and where they begin in its answer. */
export function drawnPart(page: number): { page: number; start: number } {
  const before = page - 1;
  return {
    page: Math.floor(before / DRAWN_PAGES) + 1,
    start: (before % DRAWN_PAGES) * LOG_PAGE,
  };
}

/** Exported files by their format, and the number of their rows. */
export type ExportedLog = { rows: number; csv: string; xlsx: string };

/** Results of the log's forms besides their values. */
export type LogExtra = {
  exported: ExportedLog;
  /** Number of rows that were removed from the log. */
  hidden: number;
};
export type LogResult = FormResult<LogExtra>;
