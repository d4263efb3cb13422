import { median, quantile } from "../../support/quantiles.ts";
import { medianPair, type Pair } from "./median-pair.ts";

/** What all latencies of a round's end were, ms: ours and the floor's straight after one another. */
export type LatencyRound = { ours: readonly number[]; floor: readonly number[] };

/**
 * The p99 of all that was measured, in whichever round, and that of the round whose ratio is the median. Nothing is
 * left out of the first: what was slow in one round only is in it.
 */
export function poolRounds(rounds: readonly LatencyRound[]): { all: Pair; middle: Pair } {
  const slowest = (of: keyof LatencyRound) =>
    quantile(
      rounds.flatMap((round) => round[of]),
      0.99,
    );
  const pairs = rounds.map(({ ours, floor }) => ({
    ours: quantile(ours, 0.99),
    floor: quantile(floor, 0.99),
  }));
  return { all: { ours: slowest("ours"), floor: slowest("floor") }, middle: medianPair(pairs) };
}

/** Middle of the floor's rounds, of each its value below which the part lies. */
export function typicalFloor(rounds: readonly LatencyRound[], part: number): number {
  return median(rounds.map(({ floor }) => quantile(floor, part)));
}
