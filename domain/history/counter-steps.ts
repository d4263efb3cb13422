import { HOUR_MS } from "../units/durations.ts";

/** Clocks of loggers are wrong by no more than this (older and newer instants are not stored). */
const CLOCK_ERROR_MS = 26 * HOUR_MS;
/** For a site of unknown size: what is accepted of a step, and of a counter that restarts. */
const UNKNOWN_WATTS = 1_000_000;
const UNKNOWN_RESET_WATTS = 30_000;
/** Counters of whole kWh step by so much at once. */
const LUMP_WH = 1_000;
/** A counter that is sampled more often than it updates steps by the sum since its last update, up to this long, ms. */
const MAX_RENEWAL_MS = HOUR_MS;
/** What a rated power is exceeded by for a while. */
const OVERLOAD = 1.25;
/** A step of up to this many usual ones is ordinary. */
const USUAL_STEPS = 10;
/** What goes back by more usual steps than this was set back. */
const ROUNDED_STEPS = 2;
/** Of fewer steps nothing is usual. */
const MIN_USUAL_STEPS = 8;

export type CounterSample = { at: number; value: number };

export type CounterRules = {
  /** At which the counter begins anew, as its register declares it: authoritative. Guessed where it is not declared. */
  rollover?: number | null;
  /** What the register usually gains from one sample to the next; null where too little is known of it. */
  usual?: UsualStep | null;
  /** The most that the site's size lets through: its rated power, or the greatest power ever seen there. */
  maxWatts?: number | null;
  /** The counter's resolution, Wh: it may step by this much in any time. */
  lump?: number;
};

/** The median gain of a register's steps with any gain, and the same per ms. */
export type UsualStep = { gain: number; perMs: number };

/**
 * What happened to a counter: it went on, was set back to zero or near it, began anew at its width, became that of
 * another module, showed a single value out of line, or went back a little (rounding, or samples of a wrong clock).
 */
export type CounterEvent =
  | "measured"
  | "reset"
  | "rollover"
  | "exchange"
  | "glitch"
  | "setback"
  | "undecided";

/**
 * What was gained from one sample to another, Wh ≥ 0. Glitches and setbacks have no time of their own: the next step
 * passes over them.
 */
export type CounterStep = { from: number; to: number; gained: number; called: CounterEvent };

/** A sample, and since when the counter has shown its value. */
type Base = CounterSample & { since: number };

/** All a reader must keep from one batch of samples to the next; plain data. */
export type CounterState = {
  base: Base | null;
  /** The newest sample: the one after it decides what it was. */
  pending: CounterSample | null;
  /** Since the counter went back a little: the first value after that, from which it counts if it stays there. */
  setback: CounterSample | null;
  /** Where it stood before it was reset or exchanged, how far from it that was, and what it gained since. */
  before: (Base & { leap: number; gained: number }) | null;
};

export const NEW_COUNTER: CounterState = { base: null, pending: null, setback: null, before: null };

/**
 * Returns the usual gain of a counter between two samples; null if too few of the steps gained anything.
 * @param samples in order of time; skipped samples only make gains larger
 * @param intervalMs the usual time between two samples of the register, ms
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

/** The steps of a whole series, instants ascending. */
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
 * Follows a lifetime counter. What a sample was is known when the next one is there: 0 after 5000 is a reset if 1 comes
 * next, and a glitch if 5001 does.
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

  /** @returns what the sample before this one was; null for the first two */
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

  /** Classifies the newest sample without one after it; the reader continues from it in any case. */
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

  /** The next sample goes on from before this one and not from this one, or this one leapt to where nothing follows. */
  #isOutOfLine(base: Base, sample: CounterSample, next: CounterSample): boolean {
    if (this.#state.setback !== null) return false;
    // A counter that declares where it rolls over may be back where it was after two ordinary steps.
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

  /** A device that shows zeros while it starts, and then its counter again: one step makes up for most of the other. */
  #comesBack(before: Base & { leap: number }, base: Base, sample: CounterSample): boolean {
    if (sample.at - before.at > CLOCK_ERROR_MS || !this.#isPossible(before, sample)) return false;
    if (this.#isDeclared(before, base, sample) && this.#isUsual(base, sample)) return false;
    return Math.abs(sample.value - base.value) * 2 >= before.leap;
  }

  /** Whether the register declares a rollover that none of these values exceeds. */
  #isDeclared(...samples: readonly CounterSample[]): boolean {
    const { rollover } = this.#rules;
    return Boolean(rollover) && samples.every(({ value }) => value <= (rollover ?? 0));
  }

  /** Whether a gain is ordinary for this register in this time. */
  #isUsual(from: CounterSample, to: CounterSample): boolean {
    const gained = to.value - from.value;
    return gained >= 0 && gained <= this.#usualWithin(to.at - from.at);
  }

  /** 0 where nothing is known of the register. */
  #usualWithin(ms: number): number {
    const { usual } = this.#rules;
    return usual ? USUAL_STEPS * Math.max(usual.gain, usual.perMs * ms) : 0;
  }

  /**
   * A decrease of a register that declares its rollover is one where the step is at most ten usual ones or half the
   * rollover, otherwise a reset. What the counter shows after a reset counts where it is an ordinary step from zero.
   */
  #declaredFall(base: Base, sample: CounterSample): CounterStep | null {
    const { rollover, usual } = this.#rules;
    if (!rollover || sample.value >= base.value || !this.#isDeclared(base, sample)) return null;
    const gained = rollover - base.value + sample.value;
    if (gained <= Math.max(USUAL_STEPS * (usual?.gain ?? 0), rollover / 2))
      return this.#moveTo(sample, "rollover", gained);
    return this.#leave(sample, "reset", this.#gainSinceZero(base, sample));
  }

  /** What the counter shows after a reset, Wh; 0 where it cannot have gained that since the sample before. */
  #gainSinceZero(base: Base, sample: CounterSample): number {
    const ms = sample.at - base.at;
    const known = this.#rules.usual ? this.#usualWithin(ms) : null;
    return sample.value <= (known ?? this.#maxWithin(ms, UNKNOWN_RESET_WATTS)) ? sample.value : 0;
  }

  #fall(base: Base, sample: CounterSample): CounterStep {
    const { setback } = this.#state;
    if (setback !== null) {
      if (sample.at - setback.at <= CLOCK_ERROR_MS) return standStill(sample, "setback");
      // It has stayed there for longer than a clock can be wrong.
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

  /** Counts from elsewhere now. */
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

  /** A counter may step back by this much, by rounding or when two samples of the same minute were swapped. */
  get #maxRounded(): number {
    const { usual } = this.#rules;
    return usual ? ROUNDED_STEPS * usual.gain : this.#lump;
  }

  get #lump(): number {
    return this.#rules.lump ?? LUMP_WH;
  }

  /** By a guessed width, where none is declared. */
  #gainOverRollover(from: CounterSample, to: CounterSample): number | null {
    if (this.#rules.rollover) return null;
    const most = this.#maxWithin(to.at - from.at);
    const usual = this.#usualWithin(to.at - from.at);
    for (const width of COMMON_WIDTHS) {
      const gained = width - from.value + to.value;
      // A guessed width must fit closely, or what was reset near one would have rolled over.
      const closest = Math.min(most, width / 2, Math.max(this.#lump, width / 5_000, usual));
      if (from.value < width && gained <= closest) return gained;
    }
    return null;
  }
}

function standStill({ at }: CounterSample, called: CounterEvent): CounterStep {
  return { from: at, to: at, gained: 0, called };
}

/** 16, 24, 31 and 32 bits of Wh, 0.01, 0.1 and 1 kWh, and powers of ten. */
const COMMON_WIDTHS = [16, 24, 31, 32]
  .flatMap((bits) => [1, 10, 100, 1_000].map((unit) => 2 ** bits * unit))
  .concat([5, 6, 7, 8, 9, 10, 11, 12].map((digits) => 10 ** digits))
  .toSorted((one, other) => one - other);
