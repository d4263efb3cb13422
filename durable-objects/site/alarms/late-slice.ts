import { DAY_MS } from "#domain/units/durations.ts";
import type { SeriesStore } from "../series/series-store.ts";

/** Part of a late range that is evaluated before the next one, ms: longer where little is stored. */
const SLICE_MS = DAY_MS;
/** Maximum number of stored values of a longer part. */
const MAX_SLICE_CELLS = 50_000;

/**
 * Returns the end of the first part of a late range, ms UTC, inclusive. A batch may name instants decades apart, and an
 * empty day takes almost as long to evaluate as a full one.
 */
export function endOfSlice(
  series: Pick<SeriesStore, "cellsBetween">,
  { from, to }: { from: number; to: number },
): number {
  let length = SLICE_MS;
  while (from + length <= to && series.cellsBetween(from, from + 2 * length) <= MAX_SLICE_CELLS)
    length *= 2;
  return Math.min(to, from + length - 1);
}
