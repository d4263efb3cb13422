import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { type FrameBudget, fullBudget, spendFrame } from "#protocol/logger/frame-budget.ts";
import type { RelayedQuery } from "./relayed-query.ts";

/** What viewers together may ask of one logger. */
const RELAY_RATE = { perSecond: 2, burst: 10 };
/** A viewer who may not sample fast asks for values this often at most. */
const SLOW_EACH_MS = 5_000;

/**
 * How often queries go to the logger. Forgotten in hibernation, which begins when nobody has asked anything for longer
 * than all of this takes to pass.
 */
export class QueryPace {
  #budget: FrameBudget | null = null;
  readonly #lastOfSlow = new Map<string, number>();

  /** Whether one more may go now; if so it counts. */
  take(now: number): boolean {
    const left = spendFrame(this.#budget ?? fullBudget(now, RELAY_RATE), now, RELAY_RATE);
    if (left === null) return false;
    this.#budget = left;
    return true;
  }

  /** The same for a viewer who may not sample fast. @param viewer id of the connection */
  takeSlow(viewer: string, cmd: RelayedQuery["cmd"], now: number): boolean {
    if (cmd === COMMAND.treeQuery) return this.take(now);
    const last = this.#lastOfSlow.get(viewer);
    if (last !== undefined && now < last + SLOW_EACH_MS) return false;
    if (!this.take(now)) return false;
    this.#lastOfSlow.set(viewer, now);
    return true;
  }

  viewerGone(viewer: string): void {
    this.#lastOfSlow.delete(viewer);
  }
}
