import {
  dayOf,
  firstDayOf,
  instantAt,
  listDays,
  msOfDayAt,
  type Span,
  shiftDay,
  startOfDay,
} from "#domain/history/local-days.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import type { TimeStep } from "./time-step.ts";

/** Ticks of a time axis, ms UTC: full seconds, hours, days or months in the zone's local time. */
export function timeTicks(timeZone: string, span: Span, step: TimeStep): number[] {
  const ticks =
    step.ms < DAY_MS ? partsOfDays(timeZone, span, step.ms) : days(timeZone, span, step);
  return ticks.filter((at) => at >= span.from && at <= span.to);
}

function partsOfDays(timeZone: string, span: Span, stepMs: number): number[] {
  const ticks: number[] = [];
  // The end itself may have a tick.
  for (const { day, from, to } of listDays(timeZone, { from: span.from, to: span.to + 1 })) {
    const begins = Math.max(from, span.from);
    const ends = Math.min(to - 1, span.to);
    const first = begins === from ? 0 : Math.floor(msOfDayAt(timeZone, begins) / stepMs) * stepMs;
    for (let time = first; time < DAY_MS; time += stepMs) {
      const at = instantAt(timeZone, day, time);
      if (at > ends) break;
      if (at >= begins && at > (ticks.at(-1) ?? Number.NEGATIVE_INFINITY)) ticks.push(at);
    }
  }
  return ticks;
}

/** Steps of several units start at a fixed origin: two weeks are counted from 1970, three months from January. */
function days(timeZone: string, { from, to }: Span, { unit, count }: TimeStep): number[] {
  if (unit === "second" || unit === "minute" || unit === "hour") return [];
  let day = firstOf(unit, count, dayOf(timeZone, from));
  const ticks: number[] = [];
  for (let at = startOfDay(timeZone, day); at <= to; at = startOfDay(timeZone, day)) {
    ticks.push(at);
    day = shiftDay(unit, day, count);
  }
  return ticks;
}

function firstOf(unit: "day" | "week" | "month" | "year", count: number, day: number): number {
  const first = firstDayOf(unit, day);
  if (unit === "day") return first - (first % count);
  if (unit === "week") return shiftDay("week", first, -(Math.floor((first + 3) / 7) % count));
  const date = new Date(first * DAY_MS);
  const over = (unit === "month" ? date.getUTCMonth() : date.getUTCFullYear()) % count;
  return shiftDay(unit, first, -over);
}
