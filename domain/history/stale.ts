import type { Register } from "../registers/register.ts";
import { HOUR_MS, MINUTE_MS } from "../units/durations.ts";
import { improbability, type RunLengths, recordRun } from "./run-lengths.ts";

/** The window that pvanalytics uses: a minimum number of equal values. */
const MIN_EQUAL = 6;
/** And its tolerance, relative to the first of them. */
const TOLERANCE = 1e-5;
/** Devices read their own sensors only at intervals: equal values for less than this are harmless, ms. */
const MIN_DURATION_MS = 10 * MINUTE_MS;
/** Across a longer silence two equal values are a coincidence of two runs. */
const MAX_SILENCE_MS = 2 * HOUR_MS;
/** A register that hardly ever changed has not proved to be alive: devices may report a limit as a measurement. */
const MIN_RUNS = 5;
/** A run is stale once the series' own runs are that long less often than once in this many. */
const SURPRISING = 2_000;
/** What is so near to zero is rest: 1/100 of what the series reaches, or a few steps of a coarse resolution. */
const REST_SHARE = 1 / 100;
const REST_STEPS = 3;
const MAX_REST_SHARE = 1 / 50;
/** Limits hold a power for hours: feed-in, charge current, the inverter's own. Not for longer than the sun shines. */
const MAX_LIMITED_MS = 16 * HOUR_MS;
/** A value to which a series comes back by itself, for a while each time, is one of its own. */
const OWN_LEVEL_RUNS = 2;
const LEVELS = 8;
/** Where more runs than these would be stale, equal values are how the register works. */
const MAX_STALE_SHARE = 0.02;
const MAX_STALE_RUNS = 3;

type Run = {
  value: number;
  from: number;
  to: number;
  equal: number;
  /** Longer than this series' own runs are. */
  isSurprising: boolean;
  isStale: boolean;
};

/** All a finder must keep from one batch of samples to the next; plain data. */
export type StaleState = {
  run: Run | null;
  /** How many samples, and how many seconds, the series' runs of equal values last. */
  counts: RunLengths;
  seconds: RunLengths;
  runs: number;
  staleRuns: number;
  /** The smallest step seen between two values: the register's resolution, or less than its noise. */
  smallestStep: number | null;
  lowest: number | null;
  highest: number | null;
  levels: { value: number; runs: number }[];
};

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
/** Grid and output voltages of the site: alternating, and never quite still. */
const AC_VOLTAGES = /^FFFF00(011[89A]|012[89A])$/;

/**
 * Whether a register is checked for stale values. Powers always, and the site's AC voltages: they are never quite
 * constant above zero. Other voltages and currents only while another register shows that what they measure is active:
 * an idle battery's voltage is constant. All others never: a state of charge stays at 100 %, a temperature changes by a
 * degree an hour, counters rest at night, settings and limits stay until a user changes them.
 */
export function staleCheckWhen(
  address: string,
  { kind, unit, access }: Pick<Register, "kind" | "unit" | "access">,
): "always" | "alive" | "never" {
  if (kind !== "gauge" || access !== "r") return "never";
  if (POWERS.has(unit ?? "") || AC_VOLTAGES.test(address)) return "always";
  return VOLTAGES_AND_CURRENTS.has(unit ?? "") ? "alive" : "never";
}

export type StaleReading = {
  isStale: boolean;
  /** Called once for each stale interval when it is recognised: all samples since its start are stale. */
  since: number | null;
};
const FRESH: StaleReading = { isStale: false, since: null };
const STALE: StaleReading = { isStale: true, since: null };

/**
 * Finds values that a device or logger repeats because it no longer measures, in one register's series, sample by
 * sample. What counts as repeating is learnt from the series itself: how long its runs of equal values are, in samples
 * and in time, and so how coarse and how lively it is (docs/decisions/0014).
 */
export class StaleFinder {
  readonly #state: StaleState;

  constructor(state: StaleState = NEW_STALE_STATE) {
    this.#state = structuredClone(state);
  }

  get state(): StaleState {
    return structuredClone(this.#state);
  }

  /** @param isAlive false while what is measured stands still: an idle battery's voltage, a device that is off */
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
      improbability(seconds, (to - from) / 1_000) > SURPRISING
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
    recordRun(state.seconds, Math.max(1, (run.to - run.from) / 1_000));
  }

  #noteLevel(value: number): void {
    const { levels } = this.#state;
    const place = levels.findIndex((level) => isSame(level.value, value));
    const runs = place === -1 ? 0 : (levels.splice(place, 1)[0]?.runs ?? 0);
    levels.push({ value, runs: runs + 1 });
    if (levels.length > LEVELS) levels.shift();
  }
}

function isSame(first: number, value: number): boolean {
  return Math.abs(value - first) <= TOLERANCE * Math.abs(first);
}

export type StaleSample = { at: number; value: number };

/** Which samples of a whole series are frozen, one flag each; instants ascending. */
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
