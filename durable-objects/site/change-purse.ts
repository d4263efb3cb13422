import type { LoggerBudgets } from "./logger-budgets.ts";

/** Limits how many statuses and events one frame may change, as far as the budget allows. */
export class ChangePurse {
  readonly #budgets: Pick<LoggerBudgets, "left" | "spend">;
  readonly #left: number;
  #taken = 0;
  #limited = 0;

  constructor(budgets: Pick<LoggerBudgets, "left" | "spend">) {
    this.#budgets = budgets;
    this.#left = budgets.left("changes");
  }

  /** Takes one change if any is left; otherwise counts it as limited. */
  readonly take = (): boolean => {
    const isThere = this.#taken < this.#left;
    if (isThere) this.#taken += 1;
    else this.#limited += 1;
    return isThere;
  };

  /** Number of changes that were requested and not available. */
  get limited(): number {
    return this.#limited;
  }

  /** Spends the taken changes from the budget. */
  close(): void {
    this.#budgets.spend("changes", this.#taken, this.#limited);
  }
}
