import { z } from "zod";
import { instantAt, parseDay } from "#domain/history/local-days.ts";
import { Problem } from "#domain/problem.ts";
import { HOUR_MS, SECOND_MS } from "#domain/units/durations.ts";
import type { SiteClock } from "./site-clock.ts";

/** Earliest instant of stored samples (logger protocol). */
export const FIRST_INSTANT = Date.UTC(2000, 0, 1);
const AHEAD_MS = 26 * HOUR_MS;
/** Longest span that is read in another time zone than the site's, ms. */
export const MAX_SHARED_SPAN_MS = 400 * 24 * HOUR_MS;
const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?$/;

/** An instant in ms UTC, or a local time `yyyy-MM-dd HH:mm:ss` of the site. */
const localTime = z.union([z.int(), z.string().regex(LOCAL_TIME, "wrongValue")]);
export const chartSpan = {
  startDateTime: localTime.describe("ms UTC, or `yyyy-MM-dd HH:mm:ss` in the site's time zone"),
  endDateTime: localTime.describe(
    "End of the period in the same forms. An instant in ms is exclusive; 23:59:59 means the end of the day",
  ),
};

/** End of a span that `assertQueryableSpan` checks. */
export const readableEnd = chartSpan.endDateTime.describe(
  "End of the period in the same forms. An instant in ms is exclusive; 23:59:59 means the end of the day. For viewers " +
    "of a link that hides the location, it is at most 400 days after the beginning",
);

/**
 * Daily rollups exist only in the site's time zone; other zones are aggregated from 15-minute rollups, so the span is
 * capped to bound the work: a share viewer could otherwise block a site's object for seconds.
 * @throws Problem invalid
 */
export function assertQueryableSpan(span: { from: number; until: number }, clock: SiteClock): void {
  if (!isQueryableSpan(span, clock))
    throw new Problem("invalid", { fields: { endDateTime: "wrongValue" } });
}

export function isQueryableSpan(
  { from, until }: { from: number; until: number },
  { timeZone, siteTimeZone }: SiteClock,
): boolean {
  return timeZone === siteTimeZone || until - from <= MAX_SHARED_SPAN_MS;
}

/** Clips a span to instants that can hold samples, ms UTC. @throws Problem invalid if it ends before it begins */
export function readSpan(
  { startDateTime, endDateTime }: { startDateTime: number | string; endDateTime: number | string },
  timeZone: string,
  now: number,
): { from: number; until: number } {
  const from =
    typeof startDateTime === "number"
      ? startDateTime
      : instantOf(startDateTime, timeZone, "startDateTime");
  const until =
    typeof endDateTime === "number"
      ? endDateTime
      : instantOf(endDateTime, timeZone, "endDateTime") + SECOND_MS;
  if (until <= from) throw new Problem("invalid", { fields: { endDateTime: "wrongValue" } });
  const within = (at: number) => Math.min(Math.max(at, FIRST_INSTANT), now + AHEAD_MS);
  return { from: within(from), until: within(until) };
}

function instantOf(text: string, timeZone: string, field: string): number {
  const [, date = "", hours, minutes, seconds] = LOCAL_TIME.exec(text) ?? [];
  const day = parseDay(date);
  const [hour, minute, second] = [Number(hours), Number(minutes), Number(seconds ?? 0)];
  if (day === null || hour > 23 || minute > 59 || second > 59)
    throw new Problem("invalid", { fields: { [field]: "wrongValue" } });
  return instantAt(timeZone, day, ((hour * 60 + minute) * 60 + second) * SECOND_MS);
}
