import { HOUR_MS } from "../units/durations.ts";
import type { RollupFields } from "./rollup-fields.ts";

export type Line = Pick<RollupFields, "above" | "below" | "covered">;

/**
 * The line from the last sample of one period to the first of the next, or that part of it that lies between two
 * instants: at the edge of a day each day has its part. Nothing where the step is longer than the bridge limit.
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

/** Areas between a straight line and zero, value × ms. */
export function areasOf(from: number, to: number, ms: number): { above: number; below: number } {
  if (from >= 0 && to >= 0) return { above: ((from + to) / 2) * ms, below: 0 };
  if (from <= 0 && to <= 0) return { above: 0, below: (-(from + to) / 2) * ms };
  const crossing = (ms * from) / (from - to);
  const [up, down] = from > 0 ? [crossing, ms - crossing] : [ms - crossing, crossing];
  return { above: (Math.max(from, to) / 2) * up, below: (-Math.min(from, to) / 2) * down };
}
