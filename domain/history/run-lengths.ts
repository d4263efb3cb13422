/** Numbers of runs of equal values that reached a length of 1, 2, 4, 8 … */
export type RunLengths = number[];

/** At this number of runs all counts are halved, because patterns change with seasons and devices. */
const MAX_RUNS = 4_096;
/** Share of the runs that reach twice their length, assumed without data; it weighs as much as `PRIOR_RUNS` runs. */
const PRIOR_SHARE = 1 / 3;
const PRIOR_RUNS = 2;

/**
 * Adds a run to the counts, in place.
 * @param length in the unit of the counts, 1 or more
 */
export function recordRun(lengths: RunLengths, length: number): void {
  if ((lengths[0] ?? 0) >= MAX_RUNS)
    for (const [index, runs] of lengths.entries()) lengths[index] = runs / 2;
  for (let index = 0; 2 ** index <= length; index++) lengths[index] = (lengths[index] ?? 0) + 1;
}

/**
 * Returns the number of runs among which one is expected to reach a length, estimated from the series' previous runs.
 * A share of the runs that reach a length reaches its double; the prior applies beyond the longest known run.
 */
export function improbability(lengths: RunLengths, length: number): number {
  let share = 1;
  for (let doubling = 0; 2 ** doubling < length; doubling++) {
    const reached = lengths[doubling] ?? 0;
    const wentOn = lengths[doubling + 1] ?? 0;
    const going = (wentOn + PRIOR_SHARE * PRIOR_RUNS) / (reached + PRIOR_RUNS);
    share *= going ** Math.min(1, Math.log2(length) - doubling);
  }
  return 1 / share;
}
