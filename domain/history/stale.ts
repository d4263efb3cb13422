import type { Register } from "../registers/register.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../units/durations.ts";
import { improbability, type RunLengths, recordRun } from "./run-lengths.ts";

/** Minimum number of equal values, as in the stale-value check of pvanalytics. */
const MIN_EQUAL = 6;
/** Relative tolerance within which values are equal, as in pvanalytics. */
const TOLERANCE = 1e-5;
/** Minimum duration of a stale run, ms: devices read their sensors only at intervals, so shorter runs are normal. */
const MIN_DURATION_MS = 10 * MINUTE_MS;
/** Two equal values that are further apart than this belong to different runs, ms. */
const MAX_SILENCE_MS = 2 * HOUR_MS;
/** Minimum number of runs before a series is judged: devices may report a constant limit as a measurement. */
const MIN_RUNS = 5;
/** A run is suspicious if fewer than one in this many of the series' runs would get as long. */
const SURPRISING = 2_000;
/** Values up to this share of the series' greatest value are rest, which is never stale. */
const REST_SHARE = 1 / 100;
/** Values of up to this many steps of the resolution are rest, too, but at most `MAX_REST_SHARE` of the greatest. */
const REST_STEPS = 3;
const MAX_REST_SHARE = 1 / 50;
/** Maximum duration of a power at its limit, ms: grid export, charge current or inverter, for a day of sunshine. */
const MAX_LIMITED_MS = 16 * HOUR_MS;
/** A value that had this many suspicious runs is a usual level of the series, and not stale. */
const OWN_LEVEL_RUNS = 2;
/** Maximum number of remembered levels. */
const MAX_LEVELS = 8;
/** If more than this share of a series' runs, and more than `MAX_STALE_RUNS`, are stale, long runs become usual. */
const MAX_STALE_SHARE = 0.02;
const MAX_STALE_RUNS = 3;

type Run = {
  value: number;
  from: number;
  to: number;
  equal: number;
  /** Whether the run is longer than the series' runs usually are. */
  isSurprising: boolean;
  isStale: boolean;
};

/** State of a finder between two batches of samples, as plain data. */
export type StaleState = {
  run: Run | null;
  /** Lengths of the series' runs of equal values, in samples. */
  counts: RunLengths;
  /** Lengths of the same runs in seconds. */
  seconds: RunLengths;
  runs: number;
  staleRuns: number;
  /** Smallest difference between two consecutive values: the register's resolution, or less than its noise. */
  smallestStep: number | null;
  lowest: number | null;
  highest: number | null;
  levels: { value: number; runs: number }[];
};

/** State of a finder before the first sample. */
export const NEW_STALE_STATE: StaleState = {
  run: null,
  counts: [],
  seconds: [],
  runs: 0,
  staleRuns: 0,
  smallestStep: null,
  lowest: null,
  highest: null,
  levels: [],
};

const POWERS = new Set(["W", "kW", "MW", "VA", "kVA", "var", "kvar"]);
const VOLTAGES_AND_CURRENTS = new Set(["mV", "V", "kV", "mA", "A"]);
/** Grid and output voltages of the site: AC voltages always vary slightly. */
const AC_VOLTAGES = /^FFFF00(011[89A]|012[89A])$/;

/**
 * Returns when a register is checked for stale values:
 *
 * - `always`: powers and the site's AC voltages, which are never quite constant above zero;
 * - `alive`: other voltages and currents, while another register shows that the measured circuit is active, because the
 *   voltage of an idle battery is constant;
 * - `never`: all others. A state of charge stays at 100 %, a temperature changes by a degree an hour, counters rest at
 *   night, and settings and limits stay until a user changes them.
 */
export function staleCheckWhen(
  address: string,
  { kind, unit, access }: Pick<Register, "kind" | "unit" | "access">,
): "always" | "alive" | "never" {
  if (kind !== "gauge" || access !== "r") return "never";
  if (POWERS.has(unit ?? "") || AC_VOLTAGES.test(address)) return "always";
  return VOLTAGES_AND_CURRENTS.has(unit ?? "") ? "alive" : "never";
}

/** Result of reading a sample. */
export type StaleReading = {
  isStale: boolean;
  /** Start of a stale run, ms UTC, when it is recognised: all samples since then are stale; null at all other times. */
  since: number | null;
};
const FRESH: StaleReading = { isStale: false, since: null };
const STALE: StaleReading = { isStale: true, since: null };

/**
 * Finds values of one register that a device or logger repeats because it no longer measures. Repetition is judged by
 * the usual length of the series' own runs of equal values, in samples and in time (docs/decisions/0014).
 */
export class StaleFinder {
  readonly #state: StaleState;

  constructor(state: StaleState = NEW_STALE_STATE) {
    this.#state = structuredClone(state);
  }

  get state(): StaleState {
    return structuredClone(this.#state);
  }

  /**
   * Takes the next sample, in order of time.
   * @param at ms UTC
   * @param isAlive false while the measured quantity is constant: the battery is idle, or the device is off
   */
  read(at: number, value: number, isAlive = true): StaleReading {
    const state = this.#state;
    const { run } = state;
    if (run !== null && isSame(run.value, value) && at - run.to <= MAX_SILENCE_MS && isAlive) {
      run.to = at;
      run.equal += 1;
      return this.#judge(run);
    }
    this.#endRun();
    if (run !== null && !isSame(run.value, value)) {
      const step = Math.abs(value - run.value);
      state.smallestStep = Math.min(step, state.smallestStep ?? step);
    }
    const isResting = !isAlive || this.#isRest(value);
    state.run = isResting
      ? null
      : { value, from: at, to: at, equal: 1, isSurprising: false, isStale: false };
    if (!isResting || state.highest === null) this.#noteRange(value);
    return FRESH;
  }

  #judge(run: Run): StaleReading {
    if (run.isStale) return STALE;
    if (!run.isSurprising && !this.#isSurprising(run)) return FRESH;
    run.isSurprising = true;
    const length = run.to - run.from;
    if (this.#isOwnLevel(run.value)) return FRESH;
    if (this.#isLimit(run.value) && length < MAX_LIMITED_MS) return FRESH;
    run.isStale = true;
    return { isStale: true, since: run.from };
  }

  #isSurprising({ from, to, equal }: Run): boolean {
    if (equal < MIN_EQUAL || to - from < MIN_DURATION_MS) return false;
    const { counts, seconds, runs } = this.#state;
    return (
      runs >= MIN_RUNS &&
      improbability(counts, equal) > SURPRISING &&
      improbability(seconds, (to - from) / SECOND_MS) > SURPRISING
    );
  }

  #isRest(value: number): boolean {
    const { smallestStep, lowest, highest } = this.#state;
    const reached = Math.max(Math.abs(lowest ?? 0), Math.abs(highest ?? 0));
    const coarse = Math.min(REST_STEPS * (smallestStep ?? 0), reached * MAX_REST_SHARE);
    return Math.abs(value) <= Math.max(coarse, reached * REST_SHARE);
  }

  #isLimit(value: number): boolean {
    const { lowest, highest } = this.#state;
    return isSame(highest ?? value, value) || isSame(lowest ?? value, value);
  }

  #isOwnLevel(value: number): boolean {
    const { levels } = this.#state;
    return levels.some((level) => level.runs >= OWN_LEVEL_RUNS && isSame(level.value, value));
  }

  #noteRange(value: number): void {
    this.#state.lowest = Math.min(value, this.#state.lowest ?? value);
    this.#state.highest = Math.max(value, this.#state.highest ?? value);
  }

  #endRun(): void {
    const state = this.#state;
    const { run } = state;
    if (run === null) return;
    state.run = null;
    state.runs += 1;
    if (run.isSurprising) this.#noteLevel(run.value);
    if (run.isStale) {
      state.staleRuns += 1;
      const most = Math.max(MAX_STALE_RUNS, MAX_STALE_SHARE * state.runs);
      if (state.staleRuns <= most) return;
    }
    recordRun(state.counts, run.equal);
    recordRun(state.seconds, Math.max(1, (run.to - run.from) / SECOND_MS));
  }

  #noteLevel(value: number): void {
    const { levels } = this.#state;
    const place = levels.findIndex((level) => isSame(level.value, value));
    const runs = place === -1 ? 0 : (levels.splice(place, 1)[0]?.runs ?? 0);
    levels.push({ value, runs: runs + 1 });
    if (levels.length > MAX_LEVELS) levels.shift();
  }
}

function isSame(first: number, value: number): boolean {
  return Math.abs(value - first) <= TOLERANCE * Math.abs(first);
}

/** Value of a register at an instant, ms UTC. */
export type StaleSample = { at: number; value: number };

/** Returns for each sample of a whole series, in order of time, whether it is stale. */
export function flagStale(samples: readonly StaleSample[]): boolean[] {
  const finder = new StaleFinder();
  const flags: boolean[] = [];
  for (const [index, { at, value }] of samples.entries()) {
    const { isStale, since } = finder.read(at, value);
    flags.push(isStale);
    if (since === null) continue;
    for (let before = index - 1; (samples[before]?.at ?? -1) >= since; before--)
      flags[before] = true;
  }
  return flags;
}
