import { z } from "zod";
import {
  type Budget,
  type BudgetRate,
  budget,
  MAX_OVER_MS,
  spendUnits,
  timeOver,
  unitsLeft,
} from "#domain/loggers/budget.ts";
import type { LimitedBudget } from "#domain/loggers/limited-budget.ts";
import { IDLE_SAMPLING, type Sampling } from "#domain/loggers/sampling.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import { type FrameBudget, frameBudget, updateRate } from "#protocol/logger/frame-budget.ts";
import type { Clock } from "./interfaces.ts";
import type { KeyValueStore } from "./key-value-store.ts";

const KEY = "loggerBudgets";
/**
 * How long a flooding logger is refused, ms: the longest delay between two connection attempts, since each connection
 * writes rows.
 */
const OUT_FOR_MS = 5 * MINUTE_MS;

const RATES = {
  /** Changes of equipment statuses and of events. */
  changes: { burst: 2_000, everyMs: SECOND_MS },
  /** Registers and pieces of equipment that are new to the site. */
  registers: { burst: 4_000, everyMs: DAY_MS / 500 },
  equipment: { burst: 200, everyMs: DAY_MS / 25 },
  /** Values of backlog. */
  backlog: { burst: 2_000_000, everyMs: MINUTE_MS / 2_000_000 },
  /** Batches of backlog of any size. */
  backlogBatches: { burst: 10_000, everyMs: 6 * SECOND_MS },
  /** Changed equipment trees; any change counts as one. */
  trees: { burst: 60, everyMs: MINUTE_MS },
  /** Changes of the site's status, which the rest of the system stores. */
  reports: { burst: 60, everyMs: MINUTE_MS },
  /** Rows of the alarm log and facts of events that the logger causes. */
  alarms: { burst: 1_000, everyMs: 5 * SECOND_MS },
  /** Entries of the journal that the logger causes. */
  journal: { burst: 300, everyMs: 5 * MINUTE_MS },
  /** Entries of the journal on changed versions, models and serial numbers. */
  identities: { burst: 100, everyMs: HOUR_MS },
} as const satisfies Record<string, BudgetRate>;
export type BudgetName = keyof typeof RATES;

/**
 * Maximum numbers of units that may be spent before they are stored. The object hibernates after 10 s at the earliest
 * and then restores the stored budgets, so these are less than what is refilled meanwhile, or cost almost nothing.
 */
const MAX_UNSTORED: Record<BudgetName, number> = {
  changes: 5,
  registers: 0,
  equipment: 0,
  backlog: 100_000,
  backlogBatches: 50,
  trees: 0,
  reports: 5,
  alarms: 5,
  journal: 0,
  identities: 0,
};
/** Maximum number of unstored real data updates; the socket's attachment holds most of them. */
const MAX_UNSTORED_UPDATES = 30;
/** While only refusals happen, the budgets are stored this often, ms. */
const STORED_EVERY_MS = MINUTE_MS;

const held = z.object({
  budgets: z.record(z.string(), budget),
  /** Real data updates, counted by the connection; null if the budget is full. */
  updates: frameBudget.nullable(),
  /** Instant at which a logger was last disconnected for exceeding a budget, ms UTC. */
  closedAt: z.number().nullable(),
  /**
   * Instant at which a logger was last disconnected for too many real data updates, and until when it is refused, ms
   * UTC.
   */
  overUpdatesAt: z.number().nullable().default(null),
  outUntil: z.number().default(0),
  /** Instant at which owner and operator were last notified, ms UTC. */
  notifiedAt: z.number().nullable(),
});
type Held = z.infer<typeof held>;
const NOTHING: Held = {
  budgets: {},
  updates: null,
  closedAt: null,
  overUpdatesAt: null,
  outUntil: 0,
  notifiedAt: null,
};

type Deps = {
  kv: KeyValueStore;
  clock: Pick<Clock, "now">;
  /** Notifies owner and operator. */
  notify: (budget: LimitedBudget) => void;
};

/**
 * Limits what a logger may cost, over all of its connections. The budgets are stored because a hibernating object would
 * lose them. A logger far within its budgets costs no row.
 */
export class LoggerBudgets {
  readonly #deps: Deps;
  /** The current budgets; the stored ones may lag behind. */
  #current: Held | null = null;
  #storedAt = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Returns how many whole units may be spent. */
  left(name: BudgetName): number {
    const { clock } = this.#deps;
    return Math.floor(unitsLeft(this.#held.budgets[name], RATES[name], clock.now()));
  }

  /**
   * Spends available units of a budget.
   * @param refused how many more units were requested than available
   */
  spend(name: BudgetName, count: number, refused = 0): void {
    if (count === 0 && refused === 0) return;
    const now = this.#deps.clock.now();
    const before = this.#held.budgets[name];
    const after = spendUnits(before, RATES[name], now, { count, refused });
    this.#current = { ...this.#held, budgets: { ...this.#held.budgets, [name]: after } };
    const isNewRun = refused > 0 && before?.over?.since !== after.over?.since;
    if (isNewRun || this.#isBehind(name, after, now)) this.#store();
  }

  /** Returns the seconds until this many units are available. */
  secondsUntil(name: BudgetName, count: number): number {
    const { burst, everyMs } = RATES[name];
    const missing = Math.min(count, burst) - this.left(name);
    return Math.max(1, Math.ceil((missing * everyMs) / SECOND_MS));
  }

  /** The real data updates that previous connections left. */
  get updates(): FrameBudget | null {
    return this.#held.updates;
  }

  /**
   * Records that a connection ended for too many real data updates. The second time within an hour the logger is
   * refused for a while.
   */
  noteOverUpdates(): void {
    const now = this.#deps.clock.now();
    const { overUpdatesAt, outUntil } = this.#held;
    const isAgain = overUpdatesAt !== null && now - overUpdatesAt < HOUR_MS;
    this.#current = {
      ...this.#held,
      overUpdatesAt: now,
      outUntil: isAgain ? now + OUT_FOR_MS : outUntil,
    };
    this.#store();
    this.notify("updates");
  }

  /** Duration for which the logger may not connect, ms; 0 if it may. */
  get waitMs(): number {
    return Math.max(0, this.#held.outUntil - this.#deps.clock.now());
  }

  /**
   * Records what a connection has left; stored from time to time, because an eviction may end it without notice.
   * @param isLast whether the connection ends: the next one then begins with exactly what this one left
   */
  keepUpdates(updates: FrameBudget | null, sampling: Sampling | null, isLast: boolean): void {
    if (updates === null) return;
    const unstored = isLast ? 1 : MAX_UNSTORED_UPDATES;
    const { burst, perSecond } = updateRate(sampling ?? IDLE_SAMPLING);
    // This is nearly always the case, and saves reading the stored budgets.
    if (updates.left >= burst - unstored) return;
    const stored = this.#held.updates;
    const earned =
      stored === null ? burst : (Math.max(0, updates.at - stored.at) / SECOND_MS) * perSecond;
    const believed = Math.min(burst, (stored?.left ?? 0) + earned);
    if (believed - updates.left <= unstored) return;
    this.#current = { ...this.#held, updates };
    this.#store();
  }

  /** Whether a logger that just exceeded a budget has done so for too long. */
  isOverForTooLong(name: BudgetName): boolean {
    const now = this.#deps.clock.now();
    const { budgets, closedAt } = this.#held;
    const isRecent = closedAt !== null && now - closedAt < MAX_OVER_MS;
    return !isRecent && timeOver(budgets[name], now) >= MAX_OVER_MS;
  }

  /** Records that the logger is disconnected for exceeding a budget for too long. */
  noteClosed(): void {
    this.#current = { ...this.#held, closedAt: this.#deps.clock.now() };
    this.#store();
  }

  /** Notifies owner and operator of a limit, at most once a day. */
  notify(limited: LimitedBudget): void {
    const now = this.#deps.clock.now();
    const { notifiedAt } = this.#held;
    if (notifiedAt !== null && now - notifiedAt < DAY_MS) return;
    this.#current = { ...this.#held, notifiedAt: now };
    this.#store();
    this.#deps.notify(limited);
  }

  get #held(): Held {
    this.#current ??= this.#deps.kv.read(KEY, held) ?? NOTHING;
    return this.#current;
  }

  /** Whether the stored budget is too far above the current one. */
  #isBehind(name: BudgetName, { left, over }: Budget, now: number): boolean {
    if (over?.last === now && now - this.#storedAt >= STORED_EVERY_MS) return true;
    const stored = this.#deps.kv.read(KEY, held)?.budgets[name];
    return unitsLeft(stored, RATES[name], now) - left > MAX_UNSTORED[name];
  }

  #store(): void {
    const { kv, clock } = this.#deps;
    const now = clock.now();
    // A full budget needs no entry.
    const entries = Object.entries(this.#held.budgets).filter(
      ([name, one]) =>
        one.over !== null ||
        (name in RATES &&
          unitsLeft(one, RATES[name as BudgetName], now) < RATES[name as BudgetName].burst),
    );
    this.#storedAt = now;
    kv.write(KEY, { ...this.#held, budgets: Object.fromEntries(entries) });
  }
}
