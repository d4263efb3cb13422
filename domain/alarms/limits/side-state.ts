import type { RegisterValue } from "#domain/registers/register.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import { haveSameLimits, readValue, type SideCondition } from "./sides.ts";

/** Maximum time for which a run lasts between the limits, ms: at least the maximum sustain time. */
export const MAX_PAUSE_MS = DAY_MS;

/**
 * State of one side of one rule at one register. All instants are ms UTC and come from samples.
 *
 * A run begins with the first breach (`pending`) or the first clear value of an active alarm (`recovering`). A sample
 * of the same kind at least the sustain time later completes it. The opposite value, a null or a gap interrupts it; the
 * next value of its kind begins a new one. A value between the limits changes nothing: it neither completes a run nor
 * interrupts it. A run that has stayed between the limits for more than a day begins again, so that the search for its
 * start is bounded.
 */
export type SideState = {
  phase: "normal" | "pending" | "active" | "recovering";
  /** Start of the run of `pending` or `recovering`; otherwise 0. */
  since: number;
  /** Newest sample of that run; otherwise 0. */
  last: number;
  /** Start of the alarm of `active` or `recovering`; otherwise 0. */
  startTime: number;
};

/** Returns whether the alarm is active; one that is recovering still is. */
export function isOpenPhase(phase: SideState["phase"]): boolean {
  return phase === "active" || phase === "recovering";
}

/** Returns the state of a side before its first sample. */
export function newSideState(): SideState {
  return { phase: "normal", since: 0, last: 0, startTime: 0 };
}

/**
 * Runs one sample through a state.
 * @param at instant of the sample, ms UTC
 * @param hasGap whether the step to this sample is a gap
 * @returns `raised` if the alarm became active (`startTime` is in the state); for an alarm that ended, its `endTime`;
 *   otherwise null
 */
export function stepSide(
  state: SideState,
  condition: SideCondition,
  at: number,
  value: RegisterValue,
  hasGap: boolean,
): "raised" | number | null {
  const reading = readValue(condition, value);
  if (hasGap || reading === "missing") interruptRun(state);
  if (reading === "missing" || reading === "between") return null;
  const isOpen = isOpenPhase(state.phase);
  if ((reading === "breach") === isOpen) {
    interruptRun(state);
    return null;
  }
  if (!isRunning(state, at)) {
    state.phase = isOpen ? "recovering" : "pending";
    state.since = at;
  }
  state.last = at;
  if (at - state.since < condition.sustainMs) return null;
  const { since } = state;
  if (isOpen) {
    clearState(state);
    return since;
  }
  state.phase = "active";
  state.startTime = since;
  state.since = state.last = 0;
  return "raised";
}

/**
 * Returns whether a run is in progress that the next breach or clear value may continue.
 * @param at instant up to which the samples are known, ms UTC
 */
export function isRunning({ phase, last }: SideState, at: number): boolean {
  return (phase === "pending" || phase === "recovering") && at - last <= MAX_PAUSE_MS;
}

/** Discards a run in progress: nothing pending remains, and an alarm that was recovering is active. */
export function interruptRun(state: SideState): void {
  if (state.phase === "pending") state.phase = "normal";
  else if (state.phase === "recovering") state.phase = "active";
  else return;
  state.since = state.last = 0;
}

/** Returns a state to normal. */
export function clearState(state: SideState): void {
  state.phase = "normal";
  state.since = state.last = state.startTime = 0;
}

/**
 * Applies a new version of a rule. Other limits discard a run and end an alarm whose last known value clears them; an
 * alarm whose value breaches them or lies between them continues. A sustain time alone ends and discards nothing.
 * @param known last value of the register that is not null
 * @returns whether the alarm ended because of the change
 */
export function changeCondition(
  state: SideState,
  before: SideCondition,
  after: SideCondition,
  known: RegisterValue,
): boolean {
  if (haveSameLimits(before, after)) return false;
  interruptRun(state);
  if (!isOpenPhase(state.phase) || readValue(after, known) !== "clear") return false;
  clearState(state);
  return true;
}
