/** What one round gave, ours and the floor's straight after one another. */
export type Pair = { ours: number; floor: number };

/** The round whose ratio is the median: what else the machine did in it, it did to both. */
export function medianPair(pairs: readonly Pair[]): Pair {
  const sorted = pairs.toSorted((a, b) => a.ours / a.floor - b.ours / b.floor);
  return sorted[sorted.length >> 1] ?? { ours: Number.NaN, floor: Number.NaN };
}
