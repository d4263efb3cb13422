import { roundTo } from "./round-to.ts";

/** Steps between samples that are longer tell nothing of what was between them, ms. */
export const LONGEST_STEP_MS = 20 * 60_000;
const HOUR_MS = 3_600_000;

/** What is kept of one register's numbers in a stretch of time. Units are the register's own. */
export type Rollup = {
  readonly count: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
  /** Instants of the first and the last sample, ms UTC, and their values. */
  readonly firstAt: number;
  readonly first: number;
  readonly lastAt: number;
  readonly last: number;
  /** How often a sample was less than the one before: of a counter, resets and rollovers. */
  readonly falls: number;
  /** Value × hours above and below zero, straight lines from sample to sample; both ≥ 0. Of power in W: Wh. */
  readonly above: number;
  readonly below: number;
  /** The time of those lines, ms. */
  readonly covered: number;
};

export type Sample = { readonly at: number; readonly value: number };

/** Of samples in order of time. Null where there are none. */
export function rollUp(
  at: readonly number[],
  values: readonly number[],
  start = 0,
  end = at.length,
): Rollup | null {
  if (start >= end) return null;
  const firstAt = at[start] ?? 0;
  const first = values[start] ?? 0;
  let sum = first;
  let min = first;
  let max = first;
  let falls = 0;
  let above = 0;
  let below = 0;
  let covered = 0;
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
    if (step <= LONGEST_STEP_MS) {
      covered += step;
      if (last >= 0 && next >= 0) above += ((last + next) / 2) * step;
      else if (last <= 0 && next <= 0) below -= ((last + next) / 2) * step;
      else {
        const line = areas(last, next, step);
        above += line.above;
        below += line.below;
      }
    }
    lastAt = nextAt;
    last = next;
  }
  return {
    count: end - start,
    sum: tidySum(sum),
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
  };
}

/** Of stretches that follow each other, the lines between them included. Null where there are none. */
export function joinRollups(rollups: readonly Rollup[], start = 0, end = rollups.length) {
  const [one, another] = [rollups[start], rollups[start + 1]];
  if (one === undefined || start >= end) return null;
  if (another === undefined || start + 1 === end) return one;
  let { count, sum, min, max, lastAt, last, falls, above, below, covered } = one;
  for (let index = start + 1; index < end; index++) {
    const next = rollups[index] ?? one;
    const line = lineBetween({ lastAt, last }, next);
    count += next.count;
    sum += next.sum;
    if (next.min < min) min = next.min;
    if (next.max > max) max = next.max;
    falls += next.falls + (next.first < last ? 1 : 0);
    above += line.above + next.above;
    below += line.below + next.below;
    covered += line.covered + next.covered;
    lastAt = next.lastAt;
    last = next.last;
  }
  const { firstAt, first } = one;
  const whole: Rollup = {
    count,
    sum: tidySum(sum),
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
  };
  return whole;
}

export type Line = Pick<Rollup, "above" | "below" | "covered">;

/**
 * The line from the last sample of one stretch to the first of the next, or that part of it that lies between two
 * instants: at the edge of a day each day has its part. Nothing where the step is too long.
 */
export function lineBetween(
  one: Pick<Rollup, "lastAt" | "last">,
  next: Pick<Rollup, "firstAt" | "first">,
  from = one.lastAt,
  until = next.firstAt,
): Line {
  const step = next.firstAt - one.lastAt;
  const covered = Math.min(until, next.firstAt) - Math.max(from, one.lastAt);
  if (step > LONGEST_STEP_MS || covered <= 0) return { above: 0, below: 0, covered: 0 };
  const valueAt = (at: number) => one.last + ((next.first - one.last) * (at - one.lastAt)) / step;
  const area = areas(
    valueAt(Math.max(from, one.lastAt)),
    valueAt(Math.min(until, next.firstAt)),
    covered,
  );
  return { above: area.above / HOUR_MS, below: area.below / HOUR_MS, covered };
}

/** Areas between a straight line and zero, value × ms. */
function areas(from: number, to: number, ms: number): { above: number; below: number } {
  if (from >= 0 && to >= 0) return { above: ((from + to) / 2) * ms, below: 0 };
  if (from <= 0 && to <= 0) return { above: 0, below: (-(from + to) / 2) * ms };
  const crossing = (ms * from) / (from - to);
  const [up, down] = from > 0 ? [crossing, ms - crossing] : [ms - crossing, crossing];
  return { above: (Math.max(from, to) / 2) * up, below: (-Math.min(from, to) / 2) * down };
}

/** Sums of decimals are decimals again, without what adding them up in binary left. */
function tidySum(value: number): number {
  return Number.isInteger(value) ? value : roundTo(13, value);
}

/** To a ten-thousandth of a watt-hour. */
function tidyArea(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
