import {
  type CounterRules,
  type CounterSample,
  type CounterStep,
  counterSteps,
} from "./counter-steps.ts";
import { lineBetween, type Rollup } from "./rollup.ts";

/** Steps of a counter that are longer tell when energy flowed by a straight line only. */
const LONGEST_COUNTER_STEP_MS = 65 * 60_000;
/** A counter is judged by its power where that is known for so much of the time … */
const JUDGED_FROM = 0.9;
/** … and believed unless the two differ by half of the larger and by so many Wh. */
const BELIEVED_SHARE = 0.5;
const BELIEVED_WH = 1_000;
/** Less of the time than this is a gap that is told. */
const WHOLE = 0.95;

/**
 * How a figure is known: counted by the equipment's own lifetime counter, derived from its power, or filled in over a
 * gap: by a straight line, or with nothing.
 */
export type Quality = "measured" | "derived" | "filled";

/** Energy of a stretch of time, and the share of it that is known; null where nothing is. */
export type Energy = {
  readonly wh: number;
  readonly quality: Quality;
  readonly known: number;
} | null;

/** One register's rollups between edges: `rollups[n]` is of what lies from `edges[n]` to before `edges[n + 1]`. */
export type Buckets = {
  readonly edges: readonly number[];
  readonly rollups: readonly (Rollup | null)[];
};

/**
 * What a lifetime counter gained in each bucket. A step over an edge is divided by a straight line.
 * @param readSamples all samples of a bucket, where its first and last do not tell what happened: asked seldom
 */
export function energyOfCounter(
  { edges, rollups }: Buckets,
  rules: CounterRules,
  readSamples: (from: number, until: number) => readonly CounterSample[],
): Energy[] {
  const looked = new Set<number>();
  let steps = stepsOf({ edges, rollups }, rules, looked, readSamples);
  const odd = oddBuckets({ edges, rollups }, steps);
  if (odd.size > 0) steps = stepsOf({ edges, rollups }, rules, odd, readSamples);
  return divide(edges, steps);
}

/** What a power came to in each bucket, above or below zero. Null where it is not known at all. */
export function energyOfPower({ edges, rollups }: Buckets, side: "above" | "below"): Energy[] {
  const wh = new Array<number>(rollups.length).fill(0);
  const covered = new Array<number>(rollups.length).fill(0);
  let last: { rollup: Rollup; place: number } | null = null;
  for (const [place, rollup] of rollups.entries()) {
    if (rollup === null) continue;
    add(wh, covered, place, rollup[side], rollup.covered);
    for (let next = last?.place ?? place; last !== null && next <= place; next++) {
      const line = lineBetween(last.rollup, rollup, edges[next], edges[next + 1]);
      add(wh, covered, next, line[side], line.covered);
    }
    last = { rollup, place };
  }
  return wh.map((sum, place) => {
    const whole = (edges[place + 1] ?? 0) - (edges[place] ?? 0);
    const share = (covered[place] ?? 0) / whole;
    if (share === 0) return null;
    return { wh: sum, quality: share >= WHOLE ? "derived" : "filled", known: share };
  });
}

/** Of both: the counter's where it is plausible beside the power, else the power's. */
export function chooseEnergy(counted: readonly Energy[], derived: readonly Energy[]): Energy[] {
  return counted.map((counter, place) => {
    const power = derived[place] ?? null;
    if (counter === null || power === null) return counter ?? power;
    if (counter.quality === "filled" && power.quality === "derived") return power;
    if (power.known < JUDGED_FROM) return counter;
    const difference = Math.abs(counter.wh - power.wh);
    const isBelieved =
      difference <= BELIEVED_WH || difference <= BELIEVED_SHARE * Math.max(counter.wh, power.wh);
    return isBelieved ? counter : power;
  });
}

function stepsOf(
  { edges, rollups }: Buckets,
  rules: CounterRules,
  looked: ReadonlySet<number>,
  readSamples: (from: number, until: number) => readonly CounterSample[],
): CounterStep[] {
  const samples: CounterSample[] = [];
  for (const [place, rollup] of rollups.entries()) {
    if (rollup === null) continue;
    const { firstAt, first, lastAt, last, falls } = rollup;
    if (falls > 0 || looked.has(place))
      samples.push(...readSamples(edges[place] ?? 0, edges[place + 1] ?? 0));
    else {
      samples.push({ at: firstAt, value: first });
      if (lastAt > firstAt) samples.push({ at: lastAt, value: last });
    }
  }
  return counterSteps(samples, rules);
}

/** Those in which a step begins or ends that is no plain one. */
function oddBuckets({ edges, rollups }: Buckets, steps: readonly CounterStep[]): Set<number> {
  const odd = new Set<number>();
  for (const { from, to, called } of steps) {
    if (called === "measured") continue;
    for (const [place, rollup] of rollups.entries())
      if (rollup !== null && from < (edges[place + 1] ?? 0) && to >= (edges[place] ?? 0))
        odd.add(place);
  }
  return odd;
}

function divide(edges: readonly number[], steps: readonly CounterStep[]): Energy[] {
  const sums = edges.slice(1).map(() => ({ wh: 0, ms: 0, isFilled: false }));
  let first = 0;
  for (const { from, to, gained } of steps) {
    while (first + 1 < edges.length && (edges[first + 1] ?? 0) <= from) first++;
    for (let place = first; place < sums.length && (edges[place] ?? 0) < to; place++) {
      const sum = sums[place];
      const part = Math.min(to, edges[place + 1] ?? 0) - Math.max(from, edges[place] ?? 0);
      if (sum === undefined || part <= 0) continue;
      sum.wh += (gained * part) / (to - from);
      sum.ms += part;
      if (part < to - from && to - from > LONGEST_COUNTER_STEP_MS && gained > 0)
        sum.isFilled = true;
    }
  }
  return sums.map(({ wh, ms, isFilled }, place) => {
    if (ms === 0) return null;
    const known = ms / ((edges[place + 1] ?? 0) - (edges[place] ?? 0));
    return { wh, quality: isFilled ? "filled" : "measured", known };
  });
}

function add(wh: number[], covered: number[], place: number, more: number, ms: number): void {
  wh[place] = (wh[place] ?? 0) + more;
  covered[place] = (covered[place] ?? 0) + ms;
}
