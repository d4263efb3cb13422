import { MINUTE_MS } from "../units/durations.ts";
import { bridgeLimit, gapThreshold, QUICK_STEP_MS, type UsualAt, usualOfStep } from "./bridging.ts";
import {
  type CounterRules,
  type CounterSample,
  type CounterStep,
  counterSteps,
  usualStepOf,
} from "./counter-steps.ts";
import { lineBetween } from "./line-between.ts";
import type { Rollup } from "./rollup.ts";
import { sumGains } from "./sum-gains.ts";

/** A longer step of a counter over an edge, ms, makes the values on both sides `filled`, as its course is unknown. */
const MAX_COUNTER_STEP_MS = 65 * MINUTE_MS;
/** Minimum share of the time for which a power must be known to check its counter. */
const JUDGED_FROM = 0.9;
/** A counter is rejected if it differs from the power by more than this share of the larger and by more than 1 kWh. */
const BELIEVED_SHARE = 0.5;
const BELIEVED_WH = 1_000;
/**
 * Maximum number of samples of a counter that are read one by one, and separately the maximum number read around
 * decreases. Buckets of a constantly decreasing counter that exceed both are filled from the others.
 */
const MAX_CHECKED_STEPS = 200_000;
const MAX_ROUNDS = 8;

/**
 * Quality of a value: `measured` by the equipment's own lifetime counter, `derived` from its power, `filled` over a
 * gap, linearly or with zero, `stale` if a device only repeated the power and no longer measured it, or `imported` from
 * another portal.
 */
export type Quality = "measured" | "derived" | "imported" | "filled" | "stale";

/** Energy of a period, Wh (for counters of time: duration, s); null without data. */
export type Energy = {
  readonly value: number;
  readonly quality: Quality;
  /** Share of the period that the value accounts for, including bridged gaps, 0 to 1. */
  readonly known: number;
  /** Share of the period that is covered by data, without bridged gaps, 0 to 1. */
  readonly coverage: number;
} | null;

/** Rollups of one register: `rollups[n]` covers the time from `edges[n]` to before `edges[n + 1]`, ms UTC. */
export type Buckets = {
  readonly edges: readonly number[];
  readonly rollups: readonly (Rollup | null)[];
};

/** Reads a counter's samples from the instant `from` to before `until`, ms UTC. */
export type SampleReader = {
  /** Returns all samples. */
  all(from: number, until: number): readonly CounterSample[];
  /**
   * Returns the first and last sample of each short part in which the counter never decreases, and all samples of the
   * other parts.
   * @param most maximum number of samples; if there are more, the result is null
   */
  aroundFalls(from: number, until: number, most: number): readonly CounterSample[] | null;
};

/**
 * Returns the gain of a lifetime counter in each bucket. A step over an edge is divided in proportion to the time.
 * @param samples reads the samples of those few buckets whose first and last sample do not explain the change
 */
export function energyOfCounter(
  { edges, rollups }: Buckets,
  rules: CounterRules,
  samples: SampleReader,
): Energy[] {
  const reader = new BucketReader({ edges, rollups }, samples);
  reader.lookAtAll(rollups.flatMap((rollup, place) => ((rollup?.falls ?? 0) > 0 ? [place] : [])));
  const interval = usualIntervalOf(rollups);
  const read = () => {
    const samples = reader.samples();
    return counterSteps(samples, { ...rules, usual: usualStepOf(samples, interval) });
  };
  let steps = read();
  // A sample is classified by those around it, so a checked sample may require further ones.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (!reader.lookAtAll(oddBuckets({ edges, rollups }, steps))) break;
    steps = read();
  }
  return sumGains(steps, edges, MAX_COUNTER_STEP_MS).map(
    ({ from, to, gained, filled, covered, spread }) => {
      if (covered === 0) return null;
      const quality = filled > 0 ? "filled" : "measured";
      const known = covered / (to - from);
      return { value: gained, quality, known, coverage: (covered - spread) / (to - from) };
    },
  );
}

/** Returns the median over all buckets of the mean time between two samples, ms. */
function usualIntervalOf(rollups: Buckets["rollups"]): number {
  const means: number[] = [];
  let lastAt: number | null = null;
  for (const rollup of rollups) {
    if (rollup === null) continue;
    if (rollup.count > 1) means.push((rollup.lastAt - rollup.firstAt) / (rollup.count - 1));
    else if (lastAt !== null) means.push(rollup.firstAt - lastAt);
    lastAt = rollup.lastAt;
  }
  return means.sort((one, other) => one - other)[means.length >> 1] ?? 0;
}

/**
 * Returns the energy of a power in each bucket, Wh; null for buckets without data.
 * @param side whether the power above or below zero counts
 * @param usualAt usual interval of the power's register
 * @param now ms UTC; the time after it is not a gap
 */
export function energyOfPower(
  { edges, rollups }: Buckets,
  side: "above" | "below",
  usualAt: UsualAt,
  now = Number.POSITIVE_INFINITY,
): Energy[] {
  const sums = rollups.map(() => ({ value: 0, covered: 0, bridged: 0 }));
  let last: { rollup: Rollup; place: number } | null = null;
  for (const [place, rollup] of rollups.entries()) {
    if (rollup === null) continue;
    const sum = sums[place];
    if (sum !== undefined) {
      sum.value += rollup[side];
      sum.covered += rollup.covered;
      sum.bridged += rollup.bridged;
    }
    if (last !== null) {
      const step = rollup.firstAt - last.rollup.lastAt;
      const usual =
        step <= QUICK_STEP_MS ? 0 : usualOfStep(usualAt, last.rollup.lastAt, rollup.firstAt);
      const limit = bridgeLimit(usual);
      for (let next = last.place; step <= limit && next <= place; next++) {
        const line = lineBetween(last.rollup, rollup, limit, edges[next], edges[next + 1]);
        const cut = sums[next];
        if (cut === undefined) continue;
        cut.value += line[side];
        cut.covered += line.covered;
        if (step > gapThreshold(usual)) cut.bridged += line.covered;
      }
    }
    last = { rollup, place };
  }
  return sums.map(({ value, covered, bridged }, place) => {
    if (covered === 0) return null;
    const [from, to] = [edges[place] ?? 0, edges[place + 1] ?? 0];
    const open = Math.max(0, Math.min(to, now) - from - covered);
    const isWhole = bridged === 0 && (open <= QUICK_STEP_MS || open <= gapThreshold(usualAt(from)));
    return {
      value,
      quality: isWhole ? "derived" : "filled",
      known: covered / (to - from),
      coverage: (covered - bridged) / (to - from),
    };
  });
}

/**
 * Marks the energies of a power as stale if their bucket contains a stale sample.
 * @param edges ascending instants, n + 1 of them for n energies, ms UTC
 * @param spans stale intervals, from the first to the last sample of each, ms UTC
 */
export function markStale(
  energies: readonly Energy[],
  edges: readonly number[],
  spans: readonly { from: number; to: number }[],
): Energy[] {
  return energies.map((energy, place) => {
    const [from = 0, until = 0] = [edges[place], edges[place + 1]];
    const isStale = spans.some((span) => span.from < until && span.to >= from);
    return energy !== null && isStale ? { ...energy, quality: "stale" } : energy;
  });
}

/**
 * Chooses for each bucket the counter's energy if it is plausible compared to that of the power, otherwise that of the
 * power. A stale power does not contradict a counter.
 * @param counted energies of the counter
 * @param derived energies of the power
 */
export function chooseEnergy(counted: readonly Energy[], derived: readonly Energy[]): Energy[] {
  return counted.map((counter, place) => {
    const power = derived[place] ?? null;
    if (counter === null || power === null) return counter ?? power;
    if (power.quality === "stale") return counter;
    if (counter.quality === "filled" && power.quality === "derived") return power;
    if (power.known < JUDGED_FROM) return counter;
    const difference = Math.abs(counter.value - power.value);
    const isBelieved =
      difference <= BELIEVED_WH ||
      difference <= BELIEVED_SHARE * Math.max(counter.value, power.value);
    return isBelieved ? counter : power;
  });
}

const WORSE: readonly Quality[] = ["measured", "derived", "imported", "filled", "stale"];
const FILLED = WORSE.indexOf("filled");

/**
 * Sums consecutive energies and returns the sum with the worst of their qualities, at least `filled` if a period
 * between two of them has no data; null without any data.
 * @param lengths length of the period of each energy, ms
 */
export function addUpEnergies(energies: readonly Energy[], lengths: readonly number[]): Energy {
  let value = 0;
  let known = 0;
  let coverage = 0;
  let whole = 0;
  let worst = -1;
  let isGap = false;
  for (const [place, energy] of energies.entries()) {
    const length = lengths[place] ?? 0;
    whole += length;
    if (energy === null) {
      isGap = worst >= 0;
      continue;
    }
    value += energy.value;
    known += energy.known * length;
    coverage += energy.coverage * length;
    worst = Math.max(worst, isGap ? FILLED : -1, WORSE.indexOf(energy.quality));
  }
  const quality = WORSE[worst];
  return quality === undefined
    ? null
    : { value, quality, known: known / whole, coverage: coverage / whole };
}

/** Reads the first and last sample of each bucket, and more samples if these two do not explain the change. */
class BucketReader {
  readonly #buckets: Buckets;
  readonly #read: SampleReader;
  readonly #looked = new Map<number, readonly CounterSample[]>();
  #room = MAX_CHECKED_STEPS;
  #roomAroundFalls = MAX_CHECKED_STEPS;

  constructor(buckets: Buckets, read: SampleReader) {
    this.#buckets = buckets;
    this.#read = read;
  }

  /**
   * Reads more samples of these buckets.
   * @returns whether any bucket was not read before
   */
  lookAtAll(places: Iterable<number>): boolean {
    const before = this.#looked.size;
    for (const place of places) this.#lookAt(place);
    return this.#looked.size > before;
  }

  samples(): CounterSample[] {
    return this.#buckets.rollups.flatMap((rollup, place) => {
      if (rollup === null) return [];
      return this.#looked.get(place) ?? firstAndLast(rollup);
    });
  }

  #lookAt(place: number): void {
    const { edges, rollups } = this.#buckets;
    if (this.#looked.has(place)) return;
    const count = rollups[place]?.count ?? 0;
    const [from, until] = [edges[place] ?? 0, edges[place + 1] ?? 0];
    if (count <= this.#room) {
      this.#room -= count;
      this.#looked.set(place, this.#read.all(from, until));
      return;
    }
    const some = this.#read.aroundFalls(from, until, this.#roomAroundFalls);
    this.#roomAroundFalls -= some?.length ?? 0;
    this.#looked.set(place, some ?? []);
  }
}

/** Returns the first and the last sample of a rollup, or a single one if they are the same. */
export function firstAndLast({
  firstAt,
  first,
  lastAt,
  last,
}: Pick<Rollup, "firstAt" | "first" | "lastAt" | "last">): CounterSample[] {
  const start = { at: firstAt, value: first };
  return lastAt > firstAt ? [start, { at: lastAt, value: last }] : [start];
}

/** Returns the buckets in which a step other than `measured` begins or ends, with the ones before and after them. */
function oddBuckets({ edges, rollups }: Buckets, steps: readonly CounterStep[]): Set<number> {
  const odd = new Set<number>();
  const held = rollups.flatMap((rollup, place) => (rollup === null ? [] : [place]));
  let first = 0;
  for (const { from, to, called } of steps) {
    const isBefore = (index: number) => (edges[(held[index] ?? 0) + 1] ?? 0) <= from;
    if (called === "measured") {
      while (first + 1 < held.length && isBefore(first)) first++;
      continue;
    }
    let next = first;
    while (next + 1 < held.length && isBefore(next)) next++;
    for (const place of held.slice(Math.max(0, next - 1), next)) odd.add(place);
    let isAfter = false;
    for (; next < held.length && !isAfter; next++) {
      isAfter = (edges[held[next] ?? 0] ?? 0) > to;
      odd.add(held[next] ?? 0);
    }
  }
  return odd;
}
