import {
  dayOf,
  formatDay,
  instantAt,
  msOfDayAt,
  parseDay,
  type Span,
  startOfDay,
} from "#domain/history/local-days.ts";
import { DAY_MS, SECOND_MS } from "#domain/units/durations.ts";

const LAST_SECOND_MS = DAY_MS - SECOND_MS;
/** Nothing older is stored (logger protocol). */
const MIN_DAY = parseDay("2000-01-01") ?? 0;

/** A range as `yyyy-MM-dd HH:mm:ss` in two fields: the end is the last second of the span. */
export type RangeTexts = { from: string; to: string };

/**
 * Error of a field: not a time, before the first stored data, after the end of today, or before the start of the range.
 */
export type RangeError = "wrong" | "early" | "late" | "order";
export type RangeErrors = { from?: RangeError; to?: RangeError };

/** Formats an instant in the site's time zone. */
export function formatSecond(timeZone: string, at: number): string {
  const time = new Date(msOfDayAt(timeZone, at)).toISOString().slice(11, 19);
  return `${formatDay(dayOf(timeZone, at))} ${time}`;
}

export function rangeTexts(timeZone: string, { from, to }: Span): RangeTexts {
  return { from: formatSecond(timeZone, from), to: formatSecond(timeZone, to - 1) };
}

/** Formats a range: by days if it consists of whole days, otherwise to the second. */
export function formatRange(timeZone: string, span: Span): string {
  const isBegin = (at: number) => at === startOfDay(timeZone, dayOf(timeZone, at));
  const { from, to } = rangeTexts(timeZone, span);
  if (!isBegin(span.from) || !isBegin(span.to)) return `${from} – ${to}`;
  const [first, last] = [from.slice(0, 10), to.slice(0, 10)];
  return first === last ? first : `${first} – ${last}`;
}

/** Parses two fields in the site's time zone; a date without a time starts at 0:00:00 and ends at 23:59:59. */
export function parseRange(
  texts: RangeTexts,
  timeZone: string,
  now: number,
): { span: Span } | { errors: RangeErrors } {
  const from = parseTime(texts.from, timeZone, 0);
  const last = parseTime(texts.to, timeZone, LAST_SECOND_MS);
  const limits = {
    from: startOfDay(timeZone, MIN_DAY),
    to: startOfDay(timeZone, dayOf(timeZone, now) + 1),
  };
  const errors: RangeErrors = {
    ...problemOf("from", from, limits),
    ...problemOf("to", last, limits),
  };
  if (from === null || last === null || Object.keys(errors).length > 0) return { errors };
  if (last < from) return { errors: { to: "order" } };
  return { span: { from, to: last + SECOND_MS } };
}

function problemOf(field: "from" | "to", at: number | null, limits: Span): RangeErrors {
  if (at === null) return { [field]: "wrong" };
  if (at < limits.from) return { [field]: "early" };
  return at >= limits.to ? { [field]: "late" } : {};
}

const TIME = /^(\d{4}-\d{2}-\d{2})(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;

function parseTime(text: string, timeZone: string, usualMs: number): number | null {
  const found = TIME.exec(plainDigits(text).trim());
  const day = found && parseDay(found[1] ?? "");
  if (found === null || day === null) return null;
  if (found[2] === undefined) return instantAt(timeZone, day, usualMs);
  const [hour, minute, second] = [Number(found[2]), Number(found[3]), Number(found[4] ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) return null;
  return instantAt(timeZone, day, ((hour * 60 + minute) * 60 + second) * SECOND_MS);
}

/** Converts Arabic and full-width digits, which some keyboards type. */
function plainDigits(text: string): string {
  const arabic = /[\u0660-\u0669\u06f0-\u06f9]/g;
  return text.normalize("NFKC").replace(arabic, (digit) => String(digit.charCodeAt(0) & 0xf));
}
