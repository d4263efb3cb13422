import { HOUR_MS } from "../units/durations.ts";
import {
  bridgeLimit,
  gapThreshold,
  holdTime,
  MIN_BRIDGE_MS,
  QUICK_STEP_MS,
  type UsualAt,
  usualOfStep,
} from "./bridging.ts";
import { areasOf, lineBetween } from "./line-between.ts";
import type { RollupFields } from "./rollup-fields.ts";
import { roundToDigits } from "./round-to-digits.ts";

/** Significant digits of the integral of held samples, which hide the binary errors of summed decimals. */
const HELD_DIGITS = 14;
/** Greatest exponent of a power of ten that is an exact number. */
const MAX_EXPONENT = 22;
/** Minimum size for which `uneven` is computed, value × ms; below it `uneven` is 0. */
const MIN_SIZE = 1e-9;
/** Maximum rounding error of an area that is rounded to a ten-thousandth, with a margin. */
const ROUNDED_AREA = 0.000_051;
const NO_STEPS: readonly number[] = [];

/**
 * Rollup of the samples of at most a quarter of an hour. All of them are connected, because the bridge limit and the
 * gaps of a day are known only after all of its samples were read.
 */
export type Quarter = RollupFields & {
  /**
   * `count − 1` times the difference between the integral of the held samples and the same at even intervals, value ×
   * ms: 0 for most loggers, and a decimal number with few digits for the others.
   */
  readonly uneven: number;
  /** Intervals above `QUICK_STEP_MS`, ms. */
  readonly slow: readonly number[];
};

/** Rollup of the samples of a longer period. */
export type Rollup = RollupFields & {
  /** Integral of the held samples, value × ms: each holds until the next one, at most for the bridge limit. */
  readonly held: number;
  /** Time for which samples held, ms. */
  readonly heldMs: number;
  /** Part of `covered` in which a gap was bridged, ms. */
  readonly bridged: number;
};

/** Value of a register at an instant, ms UTC. */
export type Sample = { readonly at: number; readonly value: number };

/**
 * Rolls up samples that lie within a quarter of an hour; null if there are none.
 * @param at instants of the samples, ascending, ms UTC
 * @param values their values
 * @param start index of the first sample
 * @param end index after the last sample
 */
export function rollUpQuarter(
  at: readonly number[],
  values: readonly number[],
  start = 0,
  end = at.length,
): Quarter | null {
  if (start >= end) return null;
  const firstAt = at[start] ?? 0;
  const first = values[start] ?? 0;
  const firstStep = (at[start + 1] ?? 0) - firstAt;
  let sum = first;
  let min = first;
  let max = first;
  let falls = 0;
  let above = 0;
  let below = 0;
  let held = 0;
  let isEven = true;
  let slow: number[] | null = null;
  let lastAt = firstAt;
  let last = first;
  for (let index = start + 1; index < end; index++) {
    const nextAt = at[index] ?? 0;
    const next = values[index] ?? 0;
    sum += next;
    if (next < min) min = next;
    if (next > max) max = next;
    if (next < last) falls += 1;
    const step = nextAt - lastAt;
    if (step !== firstStep) isEven = false;
    if (step > QUICK_STEP_MS) {
      slow ??= [];
      slow.push(step);
    }
    held += last * step;
    if (last >= 0 && next >= 0) above += ((last + next) / 2) * step;
    else if (last <= 0 && next <= 0) below -= ((last + next) / 2) * step;
    else {
      const line = areasOf(last, next, step);
      above += line.above;
      below += line.below;
    }
    lastAt = nextAt;
    last = next;
  }
  const count = end - start;
  const covered = lastAt - firstAt;
  const tidy = tidySum(sum, count * largestOf(min, max));
  return {
    count,
    sum: tidy,
    min,
    max,
    firstAt,
    first,
    lastAt,
    last,
    falls,
    above: tidyArea(above / HOUR_MS),
    below: tidyArea(below / HOUR_MS),
    covered,
    uneven:
      isEven || covered === 0 ? 0 : unevenOf({ count, sum: tidy, last, covered, min, max }, held),
    slow: slow ?? NO_STEPS,
  };
}

type Spread = Pick<Quarter, "count" | "sum" | "last" | "covered" | "min" | "max">;

function unevenOf({ count, sum, last, covered, min, max }: Spread, held: number): number {
  const size = largestOf(min, max) * covered * (count - 1);
  const difference = (count - 1) * held - (sum - last) * covered;
  if (!Number.isFinite(difference) || !Number.isFinite(size) || size < MIN_SIZE) return 0;
  const exponent = HELD_DIGITS - 1 - Math.floor(Math.log10(size));
  if (Math.abs(exponent) > MAX_EXPONENT) return 0;
  // Powers of ten below one are not exact in binary, so the scale is always at least one.
  const scale = 10 ** Math.abs(exponent);
  const rounded =
    exponent >= 0 ? Math.round(difference * scale) / scale : Math.round(difference / scale) * scale;
  return rounded === 0 ? 0 : rounded;
}

/** Returns the integral from the first to the last sample of a quarter, each held until the next one, value × ms. */
export function heldWithin({
  count,
  sum,
  last,
  covered,
  uneven,
}: Pick<Quarter, "count" | "sum" | "last" | "covered" | "uneven">): number {
  return covered === 0 ? 0 : ((sum - last) * covered + uneven) / (count - 1);
}

/**
 * Returns the exact areas of a quarter with even intervals, which follow from the sum of its values; otherwise the
 * stored areas. These are rounded to a ten-thousandth, and the errors of about a hundred quarters a day would add up.
 */
function exactAreas(quarter: Quarter): { above: number; below: number } {
  const { count, sum, first, last, above, below, covered } = quarter;
  if (covered === 0 || (above !== 0 && below !== 0)) return { above, below };
  const area = ((sum - (first + last) / 2) / (count - 1)) * (covered / HOUR_MS);
  if (Math.abs(area - (above - below)) > ROUNDED_AREA) return { above, below };
  return area >= 0 ? { above: area, below: 0 } : { above: 0, below: -area };
}

/**
 * Joins consecutive quarters of one register, including the steps between them; null if there are none.
 * @param quarters in order of time
 * @param start index of the first quarter
 * @param end index after the last quarter
 */
export function joinQuarters(
  quarters: readonly Quarter[],
  usualAt: UsualAt,
  start = 0,
  end = quarters.length,
): Rollup | null {
  const one = quarters[start];
  if (one === undefined || start >= end) return null;
  let { count, sum, min, max, lastAt, last, falls, covered } = one;
  let { above, below } = exactAreas(one);
  let held = heldWithin(one);
  let heldMs = covered;
  let bridged = bridgedWithin(one, usualAt);
  for (let index = start + 1; index < end; index++) {
    const next = quarters[index] ?? one;
    const step = next.firstAt - lastAt;
    const isQuick = step <= QUICK_STEP_MS;
    const usual = isQuick ? 0 : usualOfStep(usualAt, lastAt, next.firstAt);
    const limit = isQuick ? MIN_BRIDGE_MS : bridgeLimit(usual);
    const line = lineBetween({ lastAt, last }, next, limit);
    const hold = isQuick ? step : holdTime(usualAt, lastAt, step);
    if (line.covered > 0 && !isQuick && step > gapThreshold(usual)) bridged += step;
    if (next.slow.length > 0) bridged += bridgedWithin(next, usualAt);
    count += next.count;
    sum += next.sum;
    if (next.min < min) min = next.min;
    if (next.max > max) max = next.max;
    falls += next.falls + (next.first < last ? 1 : 0);
    const own = exactAreas(next);
    above += line.above + own.above;
    below += line.below + own.below;
    covered += line.covered + next.covered;
    held += last * hold + heldWithin(next);
    heldMs += hold + next.covered;
    lastAt = next.lastAt;
    last = next.last;
  }
  const { firstAt, first } = one;
  return {
    count,
    sum: tidySum(sum, count * largestOf(min, max)),
    min,
    max,
    firstAt,
    first,
    lastAt,
    last,
    falls,
    above: tidyArea(above),
    below: tidyArea(below),
    covered,
    held: tidySum(held, heldMs * largestOf(min, max)),
    heldMs,
    bridged,
  };
}

/**
 * Estimates the missing fields of a quarter that an older release wrote, from the difference between its area and the
 * area at even intervals.
 */
export function completeQuarter(fields: RollupFields): Quarter {
  const { count, sum, min, max, first, last, above, below, covered } = fields;
  if (covered === 0) return { ...fields, uneven: 0, slow: NO_STEPS };
  const area = (above - below) * HOUR_MS;
  const ofEven = ((sum - (first + last) / 2) / (count - 1)) * covered;
  // The stored area is rounded to a ten-thousandth.
  const isEven = Math.abs(area - ofEven) <= ROUNDED_AREA * HOUR_MS;
  const held = ((sum - last) / (count - 1)) * covered + area - ofEven;
  const step = covered / (count - 1);
  return {
    ...fields,
    uneven: isEven ? 0 : unevenOf({ count, sum, last, covered, min, max }, held),
    slow: step > QUICK_STEP_MS ? new Array<number>(count - 1).fill(step) : NO_STEPS,
  };
}

function bridgedWithin({ slow, firstAt }: Quarter, usualAt: UsualAt): number {
  if (slow.length === 0) return 0;
  const threshold = gapThreshold(usualAt(firstAt));
  return slow.reduce((sum, step) => (step > threshold ? sum + step : sum), 0);
}

/** Joins two consecutive parts of a quarter; joining all parts yields the quarter. */
export function mergeQuarters(one: Quarter, next: Quarter): Quarter {
  const step = next.firstAt - one.lastAt;
  const line = lineBetween(one, next, Number.POSITIVE_INFINITY);
  const count = one.count + next.count;
  const covered = one.covered + step + next.covered;
  const min = Math.min(one.min, next.min);
  const max = Math.max(one.max, next.max);
  const sum = tidySum(one.sum + next.sum, count * largestOf(min, max));
  const held = heldWithin(one) + one.last * step + heldWithin(next);
  return {
    count,
    sum,
    min,
    max,
    covered,
    firstAt: one.firstAt,
    first: one.first,
    lastAt: next.lastAt,
    last: next.last,
    falls: one.falls + next.falls + (next.first < one.last ? 1 : 0),
    above: tidyArea(one.above + line.above + next.above),
    below: tidyArea(one.below + line.below + next.below),
    uneven: covered === 0 ? 0 : unevenOf({ count, sum, last: next.last, covered, min, max }, held),
    slow: [...one.slow, ...(step > QUICK_STEP_MS ? [step] : NO_STEPS), ...next.slow],
  };
}

/**
 * Rounds a sum of decimals, so that it has no binary rounding errors.
 *
 * @param size sum of the absolute values, which is more than the sum if positive and negative values cancel out
 */
function tidySum(value: number, size: number): number {
  return Number.isInteger(value) ? value : roundToDigits(13, value, size);
}

function largestOf(min: number, max: number): number {
  return Math.max(Math.abs(min), Math.abs(max));
}

/** Rounds an area to a ten-thousandth of a watt-hour. */
function tidyArea(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
