import type { Clock, Timers } from "../parts.ts";
import type { StateLog } from "./state-log.ts";

/** Rings when a piece of what need not be kept is to be removed. */
export const STATES_TIMER = "states";
/** The log is looked through once in so many changes on average: by chance, which needs no count that is stored. */
const CHANGES_A_LOOK = 512;
const NEXT_PIECE_MS = 1_000;

type Needs = {
  clock: Clock;
  timers: Pick<Timers, "set">;
  stateLog: Pick<StateLog, "prune">;
  retention: { readonly forgottenBefore: number };
};

/** Removes from the log of states what is older than samples are kept, or too much: a bounded piece at a time. */
export class StateUpkeep {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** A change was added. */
  noteWritten(): void {
    const { clock, timers } = this.#needs;
    if (clock.random() * CHANGES_A_LOOK < 1) timers.set(STATES_TIMER, clock.now() + NEXT_PIECE_MS);
  }

  /** Removes a piece, and has the next one removed after it. */
  step(): void {
    const { clock, timers, stateLog, retention } = this.#needs;
    if (stateLog.prune(retention.forgottenBefore))
      timers.set(STATES_TIMER, clock.now() + NEXT_PIECE_MS);
  }
}
