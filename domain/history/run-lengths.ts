/** How many runs of equal values reached a length of 1, 2, 4, 8 … */
export type RunLengths = number[];

/** Above this number of runs all counts are halved, because habits change with seasons and devices. */
const MAX_RUNS = 4_096;
/** The prior: every third run reaches twice its length. It weighs as much as this many runs. */
const PRIOR_SHARE = 1 / 3;
const PRIOR_RUNS = 2;

/** @param length 1 or more */
export function recordRun(lengths: RunLengths, length: number): void {
  if ((lengths[0] ?? 0) >= MAX_RUNS)
    for (const [index, runs] of lengths.entries()) lengths[index] = runs / 2;
  for (let index = 0; 2 ** index <= length; index++) lengths[index] = (lengths[index] ?? 0) + 1;
}

/**
 * Returns in how many runs of a series one gets this long, by its previous runs. Of the runs that reach a length, a
 * share reaches its double; beyond the longest known run the prior applies.
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
