import { SECOND_MS } from "#domain/units/durations.ts";
import type { Clock, Timers } from "../interfaces.ts";
import type { StateLog } from "./state-log.ts";

/** Name of the timer that continues the pruning. */
export const STATES_TIMER = "states";
/** The log is pruned once in this many changes on average, by chance, which needs no stored counter. */
const CHANGES_PER_PRUNING = 512;
const NEXT_BATCH_MS = SECOND_MS;

type Deps = {
  clock: Clock;
  timers: Pick<Timers, "set">;
  stateLog: Pick<StateLog, "prune">;
  retention: { readonly expiredBefore: number };
};

/** Removes entries from the state log that are older than the retention or too many, a bounded number at a time. */
export class StatePruner {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Called after a change was added; starts a pruning from time to time. */
  onChange(): void {
    const { clock, timers } = this.#deps;
    if (clock.random() * CHANGES_PER_PRUNING < 1)
      timers.set(STATES_TIMER, clock.now() + NEXT_BATCH_MS);
  }

  /** Removes a bounded number of entries and schedules the next step. */
  step(): void {
    const { clock, timers, stateLog, retention } = this.#deps;
    if (stateLog.prune(retention.expiredBefore))
      timers.set(STATES_TIMER, clock.now() + NEXT_BATCH_MS);
  }
}
