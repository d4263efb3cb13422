import type { LoggerBudgets } from "./logger-budgets.ts";

/** What one frame may change of statuses and events, as far as their budget goes. */
export class ChangePurse {
  readonly #budgets: Pick<LoggerBudgets, "left" | "spend">;
  readonly #left: number;
  #taken = 0;
  #limited = 0;

  constructor(budgets: Pick<LoggerBudgets, "left" | "spend">) {
    this.#budgets = budgets;
    this.#left = budgets.left("changes");
  }

  /** Takes one change out, where there is one; otherwise it is counted as limited. */
  readonly take = (): boolean => {
    const isThere = this.#taken < this.#left;
    if (isThere) this.#taken += 1;
    else this.#limited += 1;
    return isThere;
  };

  /** How many were asked for and not there. */
  get limited(): number {
    return this.#limited;
  }

  /** Takes from the budget what was taken out. */
  close(): void {
    this.#budgets.spend("changes", this.#taken, this.#limited);
  }
}
