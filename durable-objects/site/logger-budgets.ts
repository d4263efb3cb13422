import { z } from "zod";
import {
  type Budget,
  type BudgetRate,
  budget,
  OVER_ALLOWED_MS,
  spendUnits,
  timeOver,
  unitsLeft,
} from "#domain/loggers/budget.ts";
import type { LimitedBudget } from "#domain/loggers/limited-budget.ts";
import { IDLE_SAMPLING, type Sampling } from "#domain/loggers/sampling.ts";
import { DAY_MS, HOUR_MS } from "#domain/units/durations.ts";
import { type FrameBudget, frameBudget, updateRate } from "#protocol/logger/frame-budget.ts";
import type { Facts } from "./facts.ts";
import type { Clock } from "./parts.ts";

const FACT = "loggerBudgets";
/** As long as a logger waits at most between two attempts to connect: each connection costs rows by itself. */
const OUT_FOR_MS = 5 * 60_000;

const RATES = {
  /** Changes of the status of equipment and of events. */
  changes: { burst: 2_000, everyMs: 1_000 },
  /** Registers and pieces of equipment that are new to the site. */
  registers: { burst: 4_000, everyMs: DAY_MS / 500 },
  equipment: { burst: 200, everyMs: DAY_MS / 25 },
  /** Values of backlog. */
  backlog: { burst: 2_000_000, everyMs: 60_000 / 2_000_000 },
  /** Batches of backlog, however small. */
  backlogBatches: { burst: 10_000, everyMs: 6_000 },
  /** Changed equipment trees, whatever changed in them. */
  trees: { burst: 60, everyMs: 60_000 },
  /** Changes of the site's status, which the rest of the system stores. */
  reports: { burst: 60, everyMs: 60_000 },
} as const satisfies Record<string, BudgetRate>;
export type BudgetName = keyof typeof RATES;

/**
 * So many units may be spent before they are stored. The object hibernates after 10 s at the earliest and then knows
 * what is stored, so this is less than what is refilled meanwhile, or costs nothing worth mentioning.
 */
const UNSTORED: Record<BudgetName, number> = {
  changes: 5,
  registers: 0,
  equipment: 0,
  backlog: 100_000,
  backlogBatches: 50,
  trees: 0,
  reports: 5,
};
/** The same of real data updates, most of which a socket remembers by itself. */
const UNSTORED_UPDATES = 30;
/** While nothing but refusals happens the budgets are stored so often, ms. */
const STORED_EVERY_MS = 60_000;

const held = z.object({
  budgets: z.record(z.string(), budget),
  /** Real data updates, which a connection counts itself; null where as many as ever are left. */
  updates: frameBudget.nullable(),
  /** When a logger was last disconnected because it was over a budget, ms UTC. */
  closedAt: z.number().nullable(),
  /** When one was last disconnected with too many real data updates, and until when it stays out, ms UTC. */
  overUpdatesAt: z.number().nullable().default(null),
  outUntil: z.number().default(0),
  /** When owner and operator were last notified, ms UTC. */
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

type Needs = {
  facts: Facts;
  clock: Pick<Clock, "now">;
  /** Has owner and operator notified. */
  notify: (budget: LimitedBudget) => void;
};

/**
 * What a logger may cost, counted over its connections and stored, because an object that hibernated would have
 * forgotten it after seconds. A logger that stays far within its budgets costs no row.
 */
export class LoggerBudgets {
  readonly #needs: Needs;
  /** As of now; what is stored may lag behind. */
  #current: Held | null = null;
  #storedAt = 0;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Units that may be spent, whole ones. */
  left(name: BudgetName): number {
    const { clock } = this.#needs;
    return Math.floor(unitsLeft(this.#held.budgets[name], RATES[name], clock.now()));
  }

  /**
   * Takes units that are there from a budget.
   * @param refused how many more were asked for than there were
   */
  spend(name: BudgetName, count: number, refused = 0): void {
    if (count === 0 && refused === 0) return;
    const now = this.#needs.clock.now();
    const before = this.#held.budgets[name];
    const after = spendUnits(before, RATES[name], now, { count, refused });
    this.#current = { ...this.#held, budgets: { ...this.#held.budgets, [name]: after } };
    const isNewRun = refused > 0 && before?.over?.since !== after.over?.since;
    if (isNewRun || this.#isBehind(name, after, now)) this.#store();
  }

  /** Seconds until so many units are there. */
  secondsUntil(name: BudgetName, count: number): number {
    const { burst, everyMs } = RATES[name];
    const missing = Math.min(count, burst) - this.left(name);
    return Math.max(1, Math.ceil((missing * everyMs) / 1000));
  }

  /** What the connections before have left of the real data updates. */
  get updates(): FrameBudget | null {
    return this.#held.updates;
  }

  /** A connection ended with more real data updates than there were. The second time within an hour has a wait. */
  noteOverUpdates(): void {
    const now = this.#needs.clock.now();
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

  /** For how long a logger may not connect, ms; 0 where it may. */
  get waitMs(): number {
    return Math.max(0, this.#held.outUntil - this.#needs.clock.now());
  }

  /**
   * What a connection has left now; stored now and then, because an eviction may end it without a word.
   * @param isLast whether the connection ends: the next one then begins with what this one left, to the unit
   */
  keepUpdates(updates: FrameBudget | null, sampling: Sampling | null, isLast: boolean): void {
    if (updates === null) return;
    const unstored = isLast ? 1 : UNSTORED_UPDATES;
    const { burst, perSecond } = updateRate(sampling ?? IDLE_SAMPLING);
    // Nearly always: then not even what is stored is read.
    if (updates.left >= burst - unstored) return;
    const stored = this.#held.updates;
    const earned =
      stored === null ? burst : (Math.max(0, updates.at - stored.at) / 1000) * perSecond;
    const believed = Math.min(burst, (stored?.left ?? 0) + earned);
    if (believed - updates.left <= unstored) return;
    this.#current = { ...this.#held, updates };
    this.#store();
  }

  /** Whether a logger that has just asked for more than there was has done so for too long. */
  isOverForTooLong(name: BudgetName): boolean {
    const now = this.#needs.clock.now();
    const { budgets, closedAt } = this.#held;
    const isRecent = closedAt !== null && now - closedAt < OVER_ALLOWED_MS;
    return !isRecent && timeOver(budgets[name], now) >= OVER_ALLOWED_MS;
  }

  /** The logger is disconnected for it. */
  noteClosed(): void {
    this.#current = { ...this.#held, closedAt: this.#needs.clock.now() };
    this.#store();
  }

  /** Something was limited: owner and operator are notified, once a day at most. */
  notify(limited: LimitedBudget): void {
    const now = this.#needs.clock.now();
    const { notifiedAt } = this.#held;
    if (notifiedAt !== null && now - notifiedAt < DAY_MS) return;
    this.#current = { ...this.#held, notifiedAt: now };
    this.#store();
    this.#needs.notify(limited);
  }

  get #held(): Held {
    this.#current ??= this.#needs.facts.read(FACT, held) ?? NOTHING;
    return this.#current;
  }

  /** Whether a reader of what is stored would believe too much. */
  #isBehind(name: BudgetName, { left, over }: Budget, now: number): boolean {
    if (over?.last === now && now - this.#storedAt >= STORED_EVERY_MS) return true;
    const stored = this.#needs.facts.read(FACT, held)?.budgets[name];
    return unitsLeft(stored, RATES[name], now) - left > UNSTORED[name];
  }

  #store(): void {
    const { facts, clock } = this.#needs;
    const now = clock.now();
    // Who has all of it again needs no entry.
    const entries = Object.entries(this.#held.budgets).filter(
      ([name, one]) =>
        one.over !== null ||
        (name in RATES &&
          unitsLeft(one, RATES[name as BudgetName], now) < RATES[name as BudgetName].burst),
    );
    this.#storedAt = now;
    facts.write(FACT, { ...this.#held, budgets: Object.fromEntries(entries) });
  }
}
