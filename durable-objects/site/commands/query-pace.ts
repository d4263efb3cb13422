import { SECOND_MS } from "#domain/units/durations.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { type FrameBudget, fullBudget, spendFrame } from "#protocol/logger/frame-budget.ts";
import type { RelayedQuery } from "./relayed-query.ts";

/** Rate of the queries of all viewers to one logger. */
const RELAY_RATE = { perSecond: 2, burst: 10 };
/** Minimum interval of value queries of a viewer without fast sampling, ms. */
const MIN_SLOW_INTERVAL_MS = 5 * SECOND_MS;

/**
 * Limits how often queries are sent to the logger. The budgets are lost in hibernation, which begins only after all of
 * them are full again.
 */
export class QueryPace {
  #budget: FrameBudget | null = null;
  readonly #lastOfSlow = new Map<string, number>();

  /**
   * Spends the budget for one query.
   * @returns whether it may be sent now
   */
  take(now: number): boolean {
    const left = spendFrame(this.#budget ?? fullBudget(now, RELAY_RATE), now, RELAY_RATE);
    if (left === null) return false;
    this.#budget = left;
    return true;
  }

  /**
   * Spends the budgets for one query of a viewer without fast sampling.
   * @param viewer id of the connection
   */
  takeSlow(viewer: string, cmd: RelayedQuery["cmd"], now: number): boolean {
    if (cmd === COMMAND.treeQuery) return this.take(now);
    const last = this.#lastOfSlow.get(viewer);
    if (last !== undefined && now < last + MIN_SLOW_INTERVAL_MS) return false;
    if (!this.take(now)) return false;
    this.#lastOfSlow.set(viewer, now);
    return true;
  }

  /**
   * Removes the state of a viewer.
   * @param viewer id of the closed connection
   */
  dropViewer(viewer: string): void {
    this.#lastOfSlow.delete(viewer);
  }
}
