import { HOUR_MS } from "../units/durations.ts";
import type { RollupFields } from "./rollup-fields.ts";

/** Areas above and below a line, and its duration. */
export type Line = Pick<RollupFields, "above" | "below" | "covered">;

/**
 * Returns the areas above and below zero of the line from the last sample of one period to the first of the next, value
 * × hours, and its duration, ms; all are 0 if the step is longer than the bridge limit.
 * @param limit bridge limit, ms
 * @param from start of the part of the line that counts, ms UTC; by default the last sample of the first period
 * @param until end of that part, ms UTC; by default the first sample of the next period
 */
export function lineBetween(
  one: Pick<RollupFields, "lastAt" | "last">,
  next: Pick<RollupFields, "firstAt" | "first">,
  limit: number,
  from = one.lastAt,
  until = next.firstAt,
): Line {
  const step = next.firstAt - one.lastAt;
  const covered = Math.min(until, next.firstAt) - Math.max(from, one.lastAt);
  if (step > limit || covered <= 0) return { above: 0, below: 0, covered: 0 };
  const valueAt = (at: number) => one.last + ((next.first - one.last) * (at - one.lastAt)) / step;
  const area = areasOf(
    valueAt(Math.max(from, one.lastAt)),
    valueAt(Math.min(until, next.firstAt)),
    covered,
  );
  return { above: area.above / HOUR_MS, below: area.below / HOUR_MS, covered };
}

/**
 * Returns the areas between a straight line and zero, value × ms, both ≥ 0.
 * @param from value at the start of the line
 * @param to value at its end
 * @param ms its duration
 */
export function areasOf(from: number, to: number, ms: number): { above: number; below: number } {
  if (from >= 0 && to >= 0) return { above: ((from + to) / 2) * ms, below: 0 };
  if (from <= 0 && to <= 0) return { above: 0, below: (-(from + to) / 2) * ms };
  const crossing = (ms * from) / (from - to);
  const [up, down] = from > 0 ? [crossing, ms - crossing] : [ms - crossing, crossing];
  return { above: (Math.max(from, to) / 2) * up, below: (-Math.min(from, to) / 2) * down };
}
