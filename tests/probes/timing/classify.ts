import { median } from "../../support/quantiles.ts";

/** One call, in the order of the calls. */
export type Timed = { known: boolean; ms: number };

const AROUND = 10;
const NEIGHBOURS = 51;

/**
 * Share of calls that a classifier trained on every other call recognises by time alone: with the best threshold,
 * and by the nearest times; each with the time as it is and less what calls around it took. 0.5 is guessing.
 */
export function classify(calls: readonly Timed[]): Record<string, number> {
  const level = calls.map(({ ms, known }, place) => {
    const around = calls.slice(Math.max(0, place - AROUND), place + AROUND + 1);
    return { known, ms: ms - median(around.map((call) => call.ms)) };
  });
  return {
    threshold: accuracyOf(calls, learnThreshold),
    neighbours: accuracyOf(calls, learnNeighbours),
    "threshold, levelled": accuracyOf(level, learnThreshold),
    "neighbours, levelled": accuracyOf(level, learnNeighbours),
  };
}

type Judge = (ms: number) => boolean;

function accuracyOf(calls: readonly Timed[], learn: (seen: readonly Timed[]) => Judge): number {
  // By pairs: every other call would be every call of one kind, were they made in turns.
  const half = (which: number) => calls.filter((_, place) => (place >> 1) % 2 === which);
  const judge = learn(half(0));
  const unseen = half(1);
  return unseen.filter(({ ms, known }) => judge(ms) === known).length / unseen.length;
}

function learnThreshold(seen: readonly Timed[]): Judge {
  const sorted = seen.toSorted((one, other) => one.ms - other.ms);
  let right = seen.filter(({ known }) => known).length;
  let best = { score: Math.abs(right - seen.length / 2), limit: -Infinity, above: right };
  for (const { ms, known } of sorted) {
    right += known ? -1 : 1;
    const score = Math.abs(right - seen.length / 2);
    if (score > best.score) best = { score, limit: ms, above: right };
  }
  const knownAbove = best.above >= seen.length / 2;
  return (ms) => ms > best.limit === knownAbove;
}

function learnNeighbours(seen: readonly Timed[]): Judge {
  const sorted = seen.toSorted((one, other) => one.ms - other.ms);
  return (ms) => {
    let high = sorted.findIndex((call) => call.ms >= ms);
    if (high < 0) high = sorted.length;
    let low = high - 1;
    let votes = 0;
    for (let taken = 0; taken < Math.min(NEIGHBOURS, sorted.length); taken++) {
      const [below, above] = [sorted[low], sorted[high]];
      const isBelow = above === undefined || (below !== undefined && ms - below.ms < above.ms - ms);
      votes += (isBelow ? below : above)?.known ? 1 : -1;
      if (isBelow) low -= 1;
      else high += 1;
    }
    return votes > 0;
  };
}

/** The smallest difference, ms, that would have been detected in these calls: better than 0.55 by any of them. */
export function findSensitivity(calls: readonly Timed[]): number {
  const spread = median(calls.map(({ ms }) => ms)) / 1000;
  for (let difference = spread; difference < 1_000; difference *= 1.5) {
    const planted = calls.map(({ known, ms }) => ({ known, ms: known ? ms + difference : ms }));
    if (Math.max(...Object.values(classify(planted))) > 0.55) return difference;
  }
  return Number.POSITIVE_INFINITY;
}
