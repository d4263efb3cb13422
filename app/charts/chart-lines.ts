import type { Span } from "#domain/history/local-days.ts";
import type { Shade } from "../theme/palette.ts";

/** A curve: samples, or averages of buckets with their minimum and maximum. */
export type ChartLine = {
  id: string;
  name: string;
  /** Unit of the values. */
  unit: string;
  shade: Shade;
  axis: "start" | "end";
  /** ms UTC, ascending. */
  at: readonly number[];
  value: readonly number[];
  min?: readonly number[] | undefined;
  max?: readonly number[] | undefined;
  /** Periods of stale values, in ascending order: the last value is repeated because no new one was measured. */
  stale?: readonly Span[] | undefined;
  /** Neighbours that are further apart than this, ms, are not connected. */
  gapMs: number;
  /** Whether the range from minimum to maximum is drawn too; true by default. The cursor always shows both. */
  hasBand?: boolean;
  /** Whether the area down to zero is filled. */
  isFilled?: boolean;
  /** Whether a value holds until the next one. */
  isStepped?: boolean;
  /** Whether the line is dashed, because its values were not measured. */
  isDashed?: boolean;
  /** Set on a part of a stack, whose `value` is its upper edge, or its lower edge below zero. */
  stacked?: StackedPart | undefined;
};

/** How a part of a stack differs from a line. */
export type StackedPart = {
  /** The edge on the side of zero at each instant, in the unit of the values. */
  floor: readonly number[];
  /** The part's own value at each instant, which is shown instead of the edge. */
  own: readonly number[];
  /** Name of the parts on the same side of zero. */
  group: string;
};

/**
 * Index of the sample that a line shows at an instant: the nearest within reach, or the current bucket or step. Null in
 * a gap.
 */
export function placeAt({ at, gapMs, isStepped }: ChartLine, instant: number): number | null {
  let low = 0;
  let high = at.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((at[middle] ?? 0) <= instant) low = middle + 1;
    else high = middle;
  }
  const before = low - 1;
  const reach = (place: number) => Math.abs((at[place] ?? Number.POSITIVE_INFINITY) - instant);
  const nearest = isStepped || reach(before) <= reach(low) ? before : low;
  return nearest >= 0 && reach(nearest) <= gapMs ? nearest : null;
}
