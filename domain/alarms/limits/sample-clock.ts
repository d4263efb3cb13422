import { MINUTE_MS } from "#domain/units/durations.ts";

/** Number of steps from which the sample interval is derived. */
export const INTERVAL_STEPS = 5;
/** Minimum gap between two samples that interrupts a run, ms. */
export const MIN_GAP_MS = 2 * MINUTE_MS;
const GAP_INTERVALS = 3;

/** Instants of a register's newest samples. Nulls are samples too; duplicates are none. */
export type SampleClock = {
  /** Instant of the newest sample, ms UTC; null before the first. */
  at: number | null;
  /** Differences between the newest samples, ms, oldest first; at most `INTERVAL_STEPS`. */
  steps: number[];
};

/** Returns the clock of a register without samples. */
export function newClock(): SampleClock {
  return { at: null, steps: [] };
}

/**
 * Advances the clock to the next sample.
 * @param at ms UTC, after the previous sample
 * @returns whether the step to it is a gap, which interrupts runs
 */
export function advanceClock(clock: SampleClock, at: number): boolean {
  const { at: previous, steps } = clock;
  clock.at = at;
  if (previous === null) return false;
  if (steps.length === INTERVAL_STEPS) steps.shift();
  steps.push(at - previous);
  return isGap(clock, at - previous);
}

/** Returns whether a duration (ms) exceeds both 120 s and three sample intervals, as of the newest sample. */
export function isGap(clock: SampleClock, duration: number): boolean {
  return duration > MIN_GAP_MS && duration > GAP_INTERVALS * sampleInterval(clock);
}

/**
 * Returns the median of the last steps, ms, the lower of the middle two; 0 before the third sample, because a single
 * step cannot be compared with another.
 */
export function sampleInterval({ steps }: SampleClock): number {
  if (steps.length < 2) return 0;
  const sorted = [...steps].sort((one, other) => one - other);
  return sorted[(sorted.length - 1) >> 1] ?? 0;
}
