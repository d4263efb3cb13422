import { HOUR_MS } from "../units/durations.ts";

/** Maximum error of a logger's clock, ms (samples with a larger error are not stored). */
const CLOCK_ERROR_MS = 26 * HOUR_MS;
/** Maximum power that a step may imply at a site of unknown size, W. */
const UNKNOWN_WATTS = 1_000_000;
/** Maximum power that the value of a restarted counter may imply at a site of unknown size, W. */
const UNKNOWN_RESET_WATTS = 30_000;
/** Default resolution of a counter, Wh: counters of whole kWh step by this much. */
const LUMP_WH = 1_000;
/** Maximum time between two updates of a counter, ms; the step at an update has all gain since the previous one. */
const MAX_RENEWAL_MS = HOUR_MS;
/** Factor by which the power may exceed the rated power for a short time. */
const OVERLOAD = 1.25;
/** A step of up to this many usual steps is ordinary. */
const USUAL_STEPS = 10;
/** A decrease of up to this many usual steps is rounding or a wrong clock; a larger one is an exchange. */
const ROUNDED_STEPS = 2;
/** Minimum number of steps from which a usual step is derived. */
const MIN_USUAL_STEPS = 8;

/** Value of a lifetime counter, Wh, at an instant, ms UTC. */
export type CounterSample = { at: number; value: number };

/** Known properties of a counter. */
export type CounterRules = {
  /** Value at which the counter restarts from zero, as its register declares it; guessed if it is not declared. */
  rollover?: number | null;
  /** Usual gain from one sample to the next; null if there are too few steps to derive it. */
  usual?: UsualStep | null;
  /** Maximum power of the site, W: its rated power, or the greatest power ever measured there. */
  maxWatts?: number | null;
  /** Resolution of the counter, Wh: a step of this size is possible in any time. */
  lump?: number;
};

/** Median gain of those steps of a register that gained anything, Wh, and the same per ms. */
export type UsualStep = { gain: number; perMs: number };

/** Classification of a step from one sample to the next. */
export type CounterEvent =
  /** The counter continued. */
  | "measured"
  /** The counter restarted at or near zero. */
  | "reset"
  /** The counter passed its rollover value. */
  | "rollover"
  /** The counter continued from another value, as that of another module. */
  | "exchange"
  /** A single value does not fit to those before and after it. */
  | "glitch"
  /** The counter decreased slightly: rounding, or samples of a wrong clock. */
  | "setback"
  /** The newest sample does not continue the counter, and no later sample shows why. */
  | "undecided";

/**
 * Gain from one sample to another, Wh ≥ 0; instants are ms UTC. The steps of glitches and setbacks have no duration:
 * the following step covers their time.
 */
export type CounterStep = { from: number; to: number; gained: number; called: CounterEvent };

/** A sample with the instant since which the counter has had its value, ms UTC. */
type Base = CounterSample & { since: number };

/** State of a reader between two batches of samples, as plain data. */
export type CounterState = {
  /** The sample from which the next step counts. */
  base: Base | null;
  /** The newest sample, which is classified when the next one is known. */
  pending: CounterSample | null;
  /** The first sample after a slight decrease; the counter continues from it if it stays at that level. */
  setback: CounterSample | null;
  /** The sample before a reset or exchange, the size of that change, and the gain since then, both in Wh. */
  before: (Base & { leap: number; gained: number }) | null;
};

/** State of a reader before the first sample. */
export const NEW_COUNTER: CounterState = { base: null, pending: null, setback: null, before: null };

/**
 * Returns the usual gain of a counter between two samples; null if too few of the steps gained anything.
 * @param samples in order of time; missing samples only make gains larger
 * @param intervalMs usual time between two samples of the register, ms
 */
export function usualStepOf(
  samples: readonly CounterSample[],
  intervalMs: number,
): UsualStep | null {
  const rates: number[] = [];
  for (let index = 1; index < samples.length; index++) {
    const [from, to] = [samples[index - 1], samples[index]];
    if (from === undefined || to === undefined) continue;
    if (to.value > from.value && to.at > from.at && from.value >= 0)
      rates.push((to.value - from.value) / (to.at - from.at));
  }
  if (rates.length < MIN_USUAL_STEPS) return null;
  const perMs = rates.sort((one, other) => one - other)[rates.length >> 1] ?? 0;
  return { gain: perMs * intervalMs, perMs };
}

/** Returns the steps of a whole series of samples in order of time. */
export function counterSteps(
  samples: readonly CounterSample[],
  rules: CounterRules = {},
): CounterStep[] {
  const reader = new CounterReader(rules);
  const steps = samples.flatMap((sample) => reader.read(sample) ?? []);
  const newest = reader.end();
  return newest === null ? steps : [...steps, newest];
}

/**
 * Derives the steps of a lifetime counter from its samples. A sample is classified when the next one is known: 0 after
 * 5000 is a reset if 1 follows, and a glitch if 5001 does.
 */
export class CounterReader {
  readonly #rules: CounterRules;
  #state: CounterState;

  constructor(rules: CounterRules = {}, state: CounterState = NEW_COUNTER) {
    this.#rules = rules;
    this.#state = { ...state };
  }

  get state(): CounterState {
    return { ...this.#state };
  }

  /**
   * Takes the next sample. Samples with a negative or non-finite value are ignored.
   * @returns the step to the sample before this one; null for the first two samples
   */
  read(sample: CounterSample): CounterStep | null {
    if (!Number.isFinite(sample.value) || sample.value < 0) return null;
    const { base, pending } = this.#state;
    if (base === null) {
      this.#state.base = { ...sample, since: sample.at };
      return null;
    }
    this.#state.pending = sample;
    return pending === null ? null : this.#decide(base, pending, sample);
  }

  /** Classifies the newest sample without a following one, and returns its step; null if there is none. */
  end(): CounterStep | null {
    const { base, pending } = this.#state;
    if (base === null || pending === null) return null;
    this.#state.pending = null;
    return this.#decide(base, pending, null);
  }

  #decide(base: Base, sample: CounterSample, next: CounterSample | null): CounterStep {
    if (next !== null && this.#isOutOfLine(base, sample, next)) return standStill(sample, "glitch");
    const declared = this.#declaredFall(base, sample);
    if (declared !== null) return declared;
    const { before } = this.#state;
    if (before !== null && this.#comesBack(before, base, sample))
      return this.#moveTo(sample, "measured", sample.value - before.value - before.gained);
    if (this.#isPossible(base, sample))
      return this.#moveTo(sample, "measured", sample.value - base.value);
    if (next === null) return { from: base.at, to: sample.at, gained: 0, called: "undecided" };
    return sample.value > base.value ? this.#leave(sample, "exchange") : this.#fall(base, sample);
  }

  /** Returns whether a sample is an outlier: the next one continues from the base, or from neither of the two. */
  #isOutOfLine(base: Base, sample: CounterSample, next: CounterSample): boolean {
    if (this.#state.setback !== null) return false;
    // A counter with a declared rollover may show a value near the base again after two ordinary steps.
    const [from, to] = sample.value > base.value ? [base, sample] : [sample, next];
    if (this.#isDeclared(base, sample, next) && this.#isUsual(from, to)) return false;
    if (!this.#isPossible(base, next))
      return (
        sample.value > base.value &&
        !this.#isPossible(base, sample) &&
        !this.#isPossible(sample, next)
      );
    return sample.value > base.value ? next.value < sample.value : sample.value < base.value;
  }

  /**
   * Returns whether a sample continues the counter from before a reset or exchange, for example because a device showed
   * zeros while it started: its change reverts at least half of the earlier one.
   */
  #comesBack(before: Base & { leap: number }, base: Base, sample: CounterSample): boolean {
    if (sample.at - before.at > CLOCK_ERROR_MS || !this.#isPossible(before, sample)) return false;
    if (this.#isDeclared(before, base, sample) && this.#isUsual(base, sample)) return false;
    return Math.abs(sample.value - base.value) * 2 >= before.leap;
  }

  /** Returns whether the register declares a rollover and none of the values exceeds it. */
  #isDeclared(...samples: readonly CounterSample[]): boolean {
    const { rollover } = this.#rules;
    return Boolean(rollover) && samples.every(({ value }) => value <= (rollover ?? 0));
  }

  /** Returns whether a gain is ordinary for this register in this time. */
  #isUsual(from: CounterSample, to: CounterSample): boolean {
    const gained = to.value - from.value;
    return gained >= 0 && gained <= this.#usualWithin(to.at - from.at);
  }

  /** Returns the maximum ordinary gain in a time (ms), Wh; 0 if the usual step of the register is not known. */
  #usualWithin(ms: number): number {
    const { usual } = this.#rules;
    return usual ? USUAL_STEPS * Math.max(usual.gain, usual.perMs * ms) : 0;
  }

  /**
   * Classifies a decrease of a register that declares its rollover: a rollover if the gain over it is at most ten usual
   * steps or half the rollover value, otherwise a reset. Returns null for all other samples.
   */
  #declaredFall(base: Base, sample: CounterSample): CounterStep | null {
    const { rollover, usual } = this.#rules;
    if (!rollover || sample.value >= base.value || !this.#isDeclared(base, sample)) return null;
    const gained = rollover - base.value + sample.value;
    if (gained <= Math.max(USUAL_STEPS * (usual?.gain ?? 0), rollover / 2))
      return this.#moveTo(sample, "rollover", gained);
    return this.#leave(sample, "reset", this.#gainSinceZero(base, sample));
  }

  /** Returns the gain from zero to a sample after a reset, Wh; 0 if that is impossible since the sample before it. */
  #gainSinceZero(base: Base, sample: CounterSample): number {
    const ms = sample.at - base.at;
    const known = this.#rules.usual ? this.#usualWithin(ms) : null;
    return sample.value <= (known ?? this.#maxWithin(ms, UNKNOWN_RESET_WATTS)) ? sample.value : 0;
  }

  #fall(base: Base, sample: CounterSample): CounterStep {
    const { setback } = this.#state;
    if (setback !== null) {
      if (sample.at - setback.at <= CLOCK_ERROR_MS) return standStill(sample, "setback");
      // The counter has stayed at this level for longer than a clock can be wrong.
      return this.#leave(sample, "exchange", sample.value - setback.value);
    }
    const over = this.#gainOverRollover(base, sample);
    if (over !== null) return this.#moveTo(sample, "rollover", over);
    if (sample.value * 2 < base.value) {
      const isNearZero = sample.value <= this.#maxWithin(sample.at - base.at, UNKNOWN_RESET_WATTS);
      return isNearZero
        ? this.#leave(sample, "reset", this.#gainSinceZero(base, sample))
        : this.#leave(sample, "exchange");
    }
    if (base.value - sample.value > this.#maxRounded) return this.#leave(sample, "exchange");
    this.#state.setback = sample;
    return standStill(sample, "setback");
  }

  #moveTo(sample: CounterSample, called: CounterEvent, gain: number): CounterStep {
    const { base, before } = this.#state;
    const from = base?.at ?? sample.at;
    const gained = Math.max(0, gain);
    const isOver = before === null || sample.at - before.at > CLOCK_ERROR_MS;
    const since = sample.value === base?.value ? base.since : sample.at;
    this.#state.base = { at: sample.at, value: sample.value, since };
    this.#state.setback = null;
    this.#state.before = isOver ? null : { ...before, gained: before.gained + gained };
    return { from, to: sample.at, gained, called };
  }

  /** Continues from a sample that does not follow from the base, and remembers the base. */
  #leave(sample: CounterSample, called: CounterEvent, gained = 0): CounterStep {
    const { base } = this.#state;
    this.#state.before = base && { ...base, leap: Math.abs(sample.value - base.value), gained: 0 };
    return this.#moveTo(sample, called, gained);
  }

  #isPossible(from: CounterSample & { since?: number }, to: CounterSample): boolean {
    const gained = to.value - from.value;
    const unchanged = Math.min(MAX_RENEWAL_MS, to.at - (from.since ?? from.at));
    const ms = Math.max(to.at - from.at, unchanged);
    const isOrdinary = this.#isDeclared(from, to) && gained <= this.#usualWithin(ms);
    return gained >= 0 && (isOrdinary || gained <= this.#maxWithin(ms));
  }

  #maxWithin(ms: number, unknown = UNKNOWN_WATTS): number {
    const watts = (this.#rules.maxWatts ?? unknown) * OVERLOAD;
    return (watts * Math.max(0, ms)) / HOUR_MS + this.#lump;
  }

  /** Maximum decrease by rounding, or when two samples of the same minute were swapped, Wh. */
  get #maxRounded(): number {
    const { usual } = this.#rules;
    return usual ? ROUNDED_STEPS * usual.gain : this.#lump;
  }

  get #lump(): number {
    return this.#rules.lump ?? LUMP_WH;
  }

  /** Returns the gain over a common rollover value that fits, Wh; null if none fits or the register declares one. */
  #gainOverRollover(from: CounterSample, to: CounterSample): number | null {
    if (this.#rules.rollover) return null;
    const most = this.#maxWithin(to.at - from.at);
    const usual = this.#usualWithin(to.at - from.at);
    for (const width of COMMON_WIDTHS) {
      const gained = width - from.value + to.value;
      // A guessed width must fit closely; otherwise a reset near such a width would count as a rollover.
      const closest = Math.min(most, width / 2, Math.max(this.#lump, width / 5_000, usual));
      if (from.value < width && gained <= closest) return gained;
    }
    return null;
  }
}

function standStill({ at }: CounterSample, called: CounterEvent): CounterStep {
  return { from: at, to: at, gained: 0, called };
}

/** Common rollover values, Wh: 16, 24, 31 and 32 bits in units of 1 Wh, 0.01, 0.1 and 1 kWh, and powers of ten. */
const COMMON_WIDTHS = [16, 24, 31, 32]
  .flatMap((bits) => [1, 10, 100, 1_000].map((unit) => 2 ** bits * unit))
  .concat([5, 6, 7, 8, 9, 10, 11, 12].map((digits) => 10 ** digits))
  .toSorted((one, other) => one - other);
