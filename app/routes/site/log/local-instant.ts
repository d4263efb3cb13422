import { instantAt, parseDay } from "#domain/history/local-days.ts";
import { HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";

const LOCAL = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)/;

/**
 * Parses the value of a field of type `datetime-local`.
 * @returns ms UTC; undefined if the field is empty, NaN if it holds no date and time
 */
export function readLocalInstant(text: string, timeZone: string): number | undefined {
  if (text.trim() === "") return undefined;
  const [, date = "", hours, minutes] = LOCAL.exec(text) ?? [];
  const day = parseDay(date);
  if (day === null || Number(hours) > 23 || Number(minutes) > 59) return Number.NaN;
  return instantAt(timeZone, day, Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS);
}
