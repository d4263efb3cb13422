import { SECOND_MS } from "#domain/units/durations.ts";
import { MAX_UNANSWERED_BATCHES } from "#protocol/logger/limits.ts";
import type { RealDataUpdateMessage } from "#protocol/logger/messages.ts";
import type { Clock } from "./interfaces.ts";
import type { LoggerBudgets } from "./logger-budgets.ts";
import { countValues } from "./sort-batch.ts";

const NAMES = ["backlog", "backlogBatches"] as const;

/** Admits backlog as fast as its budgets allow. A logger that waits as long as requested exceeds no budget. */
export class BacklogGate {
  readonly #clock: Pick<Clock, "now">;
  readonly #budgets: LoggerBudgets;
  /** Instant until which the logger was last asked to wait, ms UTC. */
  #waitUntil = 0;
  /** Number of consecutive batches that arrived before `#waitUntil`. */
  #early = 0;

  constructor({ clock, budgets }: { clock: Pick<Clock, "now">; budgets: LoggerBudgets }) {
    this.#clock = clock;
    this.#budgets = budgets;
  }

  /**
   * Spends the budgets for a batch.
   * @returns the seconds to wait if they are too low, else 0
   */
  admit(message: RealDataUpdateMessage): number {
    const budgets = this.#budgets;
    const wanted = { backlog: countValues(message), backlogBatches: 1 };
    const short = NAMES.filter((name) => budgets.left(name) < wanted[name]);
    if (short.length === 0) {
      for (const name of NAMES) budgets.spend(name, wanted[name]);
      this.#early = 0;
      return 0;
    }
    const now = this.#clock.now();
    this.#early = now < this.#waitUntil ? this.#early + 1 : 0;
    const wait = Math.max(...short.map((name) => budgets.secondsUntil(name, wanted[name])));
    this.#waitUntil = now + wait * SECOND_MS;
    if (this.isDisobeyed) budgets.spend("backlog", 0, 1);
    return wait;
  }

  /** Whether the logger does not wait. Batches that were already in flight do not count. */
  get isDisobeyed(): boolean {
    return this.#early > MAX_UNANSWERED_BATCHES;
  }
}
