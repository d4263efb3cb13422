import { dayOf, type Span, startOfDay } from "#domain/history/local-days.ts";
import { zoneOffsetAt } from "#domain/history/zone-offsets.ts";
import { formatTag } from "#domain/languages.ts";
import { MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import type { TimeStep } from "./time-step.ts";

type DateFormat = Intl.DateTimeFormatOptions;
const formats = new Map<string, Intl.DateTimeFormat>();

function format(language: string, timeZone: string, at: number, parts: DateFormat): string {
  return formatter(language, parts).format(localTime(timeZone, at));
}

/** Local time at an instant, expressed as if it were UTC. Uses the portal's zone data instead of the runtime's. */
function localTime(timeZone: string, at: number): number {
  return at + zoneOffsetAt(timeZone, at);
}

function formatter(language: string, parts: DateFormat): Intl.DateTimeFormat {
  const name = JSON.stringify([language, parts]);
  let known = formats.get(name);
  if (known === undefined) {
    known = new Intl.DateTimeFormat(formatTag(language), {
      ...parts,
      timeZone: "UTC",
      hourCycle: "h23",
    });
    formats.set(name, known);
  }
  return known;
}

const MINUTES: DateFormat = { hour: "2-digit", minute: "2-digit" };
const SECONDS: DateFormat = { ...MINUTES, second: "2-digit" };
const DATE: DateFormat = { day: "numeric", month: "short" };

/** Date format that is just precise enough to distinguish the ticks of a step. */
function partsOf(stepMs: number): DateFormat {
  if (stepMs < SECOND_MS) return { ...SECONDS, fractionalSecondDigits: 1 };
  return stepMs < MINUTE_MS ? SECONDS : MINUTES;
}

/** Label below a tick of a time axis: the time, or the date where a day begins, or the year where one begins. */
export function tickLabel(
  language: string,
  timeZone: string,
  at: number,
  { unit, ms }: TimeStep,
): string {
  const show = (parts: DateFormat) => format(language, timeZone, at, parts);
  if (unit === "year") return show({ year: "numeric" });
  const date = show({ month: "numeric", day: "numeric" });
  const isNewYear = date === format(language, "UTC", 0, { month: "numeric", day: "numeric" });
  if (unit === "month") return isNewYear ? show({ year: "numeric" }) : show({ month: "short" });
  if (unit === "day" || unit === "week")
    return isNewYear ? show({ ...DATE, year: "numeric" }) : show(DATE);
  return at === startOfDay(timeZone, dayOf(timeZone, at)) ? show(DATE) : show(partsOf(ms));
}

/** Formats an instant as precisely as a span of the given length requires. */
export function formatInstant(
  language: string,
  timeZone: string,
  at: number,
  spanMs: number,
): string {
  const day: DateFormat = { weekday: "short", day: "numeric", month: "short", year: "numeric" };
  return format(language, timeZone, at, {
    ...day,
    ...(spanMs < 10_000 ? { ...SECONDS, fractionalSecondDigits: 1 } : SECONDS),
  });
}

/** Formats the local day, month or year of an instant. */
export function formatPeriod(
  language: string,
  timeZone: string,
  at: number,
  unit: "hour" | "day" | "month" | "year",
): string {
  if (unit === "year") return format(language, timeZone, at, { year: "numeric" });
  if (unit === "month") return format(language, timeZone, at, { month: "long", year: "numeric" });
  const day: DateFormat = { weekday: "short", day: "numeric", month: "short", year: "numeric" };
  return format(language, timeZone, at, unit === "hour" ? { ...day, ...MINUTES } : day);
}

/** Formats the weekday of an instant briefly: "Tue". */
export function formatWeekday(language: string, timeZone: string, at: number): string {
  return format(language, timeZone, at, { weekday: "short" });
}

/** Formats the months of a span briefly: "Jun – Aug". */
export function formatMonths(language: string, timeZone: string, { from, to }: Span): string {
  const [first, last] = [localTime(timeZone, from), localTime(timeZone, Math.max(from, to - 1))];
  return formatter(language, { month: "short" }).formatRange(first, Math.max(first, last));
}

/** Formats the local days of a span briefly: "16 – 22 Nov". */
export function formatDays(
  language: string,
  timeZone: string,
  { from, to }: Span,
  { withYear = false } = {},
): string {
  const [first, last] = [localTime(timeZone, from), localTime(timeZone, Math.max(from, to - 1))];
  const parts: DateFormat = withYear ? { ...DATE, year: "numeric" } : DATE;
  return formatter(language, parts).formatRange(first, Math.max(first, last));
}
