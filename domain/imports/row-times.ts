import { dayOf, startOfDay } from "../history/local-days.ts";
import { findLocalInstants } from "../history/zone-offsets.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../units/durations.ts";
import type { StampAt } from "./portal-presets.ts";
import type { FileTime } from "./read-time.ts";

/**
 * Which of two equal local times at the end of daylight saving time a row means: the first pass, the second, or by the
 * order of the rows, if the file has both.
 */
export const REPEATED_HOURS = ["order", "first", "second"] as const;
export type RepeatedHours = (typeof REPEATED_HOURS)[number];

/** Shortest and longest median interval of rows that are whole days, ms. */
const MIN_DAILY_MS = 20 * HOUR_MS;
const MIN_MONTHLY_MS = 27 * DAY_MS;
/** Share of intervals equal to the median from which a file has even intervals. */
const EVEN_SHARE = 0.9;
/** A longer interval of even rows is a gap, as a multiple of the median. */
const EVEN_GAP = 1.5;
/** A longer interval of uneven rows is a gap. */
const UNEVEN_GAP = 3;
const MIN_UNEVEN_GAP_MS = 20 * MINUTE_MS;

/** The instants of rows. */
export type RowTimes = {
  /** ms UTC; NaN for a local time that the clocks skip. */
  at: Float64Array;
  /** Indexes of rows with a local time that the clocks skip. */
  skipped: number[];
  /** Indexes of rows with a local time that the clocks show twice. */
  repeated: number[];
  /** Whether the order of the rows has both passes of every repeated hour. */
  hasBothPasses: boolean;
};

/**
 * Converts the times of rows, in the order of time, to instants.
 * @param timeZone IANA name of the zone of local times
 */
export function toInstants(
  times: readonly FileTime[],
  timeZone: string,
  policy: RepeatedHours,
): RowTimes {
  const at = new Float64Array(times.length);
  const skipped: number[] = [];
  const repeated: number[] = [];
  const passes = new Map<number, number>();
  let last = Number.NEGATIVE_INFINITY;
  for (const [index, time] of times.entries()) {
    if ("at" in time) at[index] = last = time.at;
    else if (time.isDate) at[index] = last = startOfDay(timeZone, time.local / DAY_MS);
    else {
      const [first, second] = findLocalInstants(timeZone, time.local);
      if (first === undefined) {
        skipped.push(index);
        at[index] = Number.NaN;
        continue;
      }
      if (second !== undefined && time.isSummer === true) {
        const day = Math.floor(time.local / DAY_MS);
        passes.set(day, (passes.get(day) ?? 0) | 1);
        at[index] = last = first;
        continue;
      }
      if (second !== undefined) {
        repeated.push(index);
        const isSecond = first <= last;
        const day = Math.floor(time.local / DAY_MS);
        passes.set(day, (passes.get(day) ?? 0) | (isSecond ? 2 : 1));
        const chosen = policy === "order" ? isSecond : policy === "second";
        // The order goes on by both passes even if another choice is made.
        last = isSecond ? second : first;
        at[index] = chosen ? second : first;
        continue;
      }
      at[index] = last = first;
    }
  }
  return { at, skipped, repeated, hasBothPasses: [...passes.values()].every((both) => both === 3) };
}

/** How far apart the rows of a file are. */
export type RowStep = {
  /** Median interval, ms. */
  median: number;
  /** Longest interval that is no gap, ms. */
  limit: number;
  /** Whether each row is a whole local day or month. */
  unit: "interval" | "day" | "month";
};

/** Finds the step of ascending instants. */
export function findStep(at: ArrayLike<number>, timeZone: string): RowStep {
  const steps = new Float64Array(Math.max(0, at.length - 1));
  for (let index = 0; index < steps.length; index++)
    steps[index] = (at[index + 1] ?? 0) - (at[index] ?? 0);
  const sorted = steps.slice().sort();
  const median = sorted[sorted.length >> 1] ?? DAY_MS;
  if (median >= MIN_DAILY_MS && areDayStarts(at, timeZone))
    return { median, limit: median, unit: median >= MIN_MONTHLY_MS ? "month" : "day" };
  const even = steps.reduce((count, step) => count + (step === median ? 1 : 0), 0);
  const limit =
    even >= EVEN_SHARE * steps.length
      ? EVEN_GAP * median
      : Math.max(MIN_UNEVEN_GAP_MS, UNEVEN_GAP * median);
  return { median, limit, unit: "interval" };
}

function areDayStarts(at: ArrayLike<number>, timeZone: string): boolean {
  for (let index = 0; index < at.length; index++) {
    const instant = at[index] ?? 0;
    if (startOfDay(timeZone, dayOf(timeZone, instant)) !== instant) return false;
  }
  return true;
}

/** Returns the period that a row stands for: to the next row, from the previous one, or a whole day or month. */
export function periodOf(
  at: ArrayLike<number>,
  index: number,
  { median, limit, unit }: RowStep,
  stampAt: StampAt,
  timeZone: string,
): { from: number; to: number } {
  const instant = at[index] ?? 0;
  if (unit !== "interval") {
    const day = dayOf(timeZone, instant);
    const days = unit === "day" ? 1 : daysOfMonth(day);
    return { from: instant, to: startOfDay(timeZone, day + days) };
  }
  if (stampAt === "start") {
    const step = (at[index + 1] ?? Number.POSITIVE_INFINITY) - instant;
    return { from: instant, to: instant + (step <= limit ? step : median) };
  }
  const step = instant - (at[index - 1] ?? Number.NEGATIVE_INFINITY);
  return { from: instant - (step <= limit ? step : median), to: instant };
}

function daysOfMonth(day: number): number {
  const date = new Date(day * DAY_MS);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}
