/** Run of evenly spaced instants: the first one, ms UTC, the interval between two of them, ms, and their number. */
export type Steps = readonly [from: number, step: number, count: number];

/**
 * Encodes instants as runs of evenly spaced ones; regular sampling yields few runs.
 * @param instants ms UTC, ascending
 */
export function toSteps(instants: readonly number[]): Steps[] {
  const runs: Steps[] = [];
  for (let start = 0; start < instants.length; ) {
    const from = instants[start] ?? 0;
    const step = (instants[start + 1] ?? from) - from;
    let end = start + 1;
    while (end < instants.length && instants[end] === from + (end - start) * step) end++;
    runs.push([from, step, end - start]);
    start = end;
  }
  return runs;
}

/** Decodes runs of evenly spaced instants, the inverse of `toSteps`. */
export function toInstants(runs: readonly Steps[]): number[] {
  const instants: number[] = [];
  for (const [from, step, count] of runs)
    for (let index = 0; index < count; index++) instants.push(from + index * step);
  return instants;
}
