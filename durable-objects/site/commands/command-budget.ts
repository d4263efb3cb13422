import { z } from "zod";
import { SECOND_MS } from "#domain/units/durations.ts";
import type { Clock } from "../interfaces.ts";
import type { KeyValueStore } from "../key-value-store.ts";

const KEY = "commandBudget";
type Rate = { burst: number; everyMs: number };
/** Rate of one user: a record is kept for thirty days, so users must not create many of them. */
const PERSON: Rate = { burst: 2_000, everyMs: 10 * SECOND_MS };
/** Rate of all users of a site together. */
const SITE: Rate = { burst: 4_000, everyMs: 5 * SECOND_MS };

const spent = z.object({ left: z.number(), at: z.number() });
type Spent = z.infer<typeof spent>;
const budgets = z.object({ site: spent, people: z.record(z.string(), spent) });

/**
 * Limits new commands of any outcome, because a command that ends at once is kept like any other. The budget is stored
 * because a hibernating object would lose it.
 */
export class CommandBudget {
  readonly #kv: KeyValueStore;
  readonly #clock: Pick<Clock, "now">;

  constructor(kv: KeyValueStore, clock: Pick<Clock, "now">) {
    this.#kv = kv;
    this.#clock = clock;
  }

  /**
   * Spends the budgets for new commands of a user.
   * @returns whether there was enough
   */
  spend(person: number, count: number): boolean {
    const now = this.#clock.now();
    const held = this.#kv.read(KEY, budgets);
    const site = leftAt(held?.site, SITE, now) - count;
    const own = leftAt(held?.people[person], PERSON, now) - count;
    if (site < 0 || own < 0) return false;
    // A full budget needs no entry.
    const others = Object.entries(held?.people ?? {}).filter(
      ([id, budget]) => id !== `${person}` && leftAt(budget, PERSON, now) < PERSON.burst,
    );
    const people = { ...Object.fromEntries(others), [person]: { left: own, at: now } };
    this.#kv.write(KEY, { site: { left: site, at: now }, people });
    return true;
  }
}

/** Returns what is left now; a clock that steps back adds nothing. */
function leftAt(budget: Spent | undefined, { burst, everyMs }: Rate, now: number): number {
  if (budget === undefined) return burst;
  return Math.min(burst, budget.left + Math.max(0, now - budget.at) / everyMs);
}
