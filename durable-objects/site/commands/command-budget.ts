import { z } from "zod";
import type { Facts } from "../facts.ts";
import type { Clock } from "../parts.ts";

const FACT = "commandBudget";
type Rate = { burst: number; everyMs: number };
/** A record stays for thirty days, so that nobody may make many of them for long, … */
const PERSON: Rate = { burst: 2_000, everyMs: 10_000 };
/** … and a site's people together not many more. */
const SITE: Rate = { burst: 4_000, everyMs: 5_000 };

const spent = z.object({ left: z.number(), at: z.number() });
type Spent = z.infer<typeof spent>;
const budgets = z.object({ site: spent, people: z.record(z.string(), spent) });

/**
 * How many new commands may still be given, whatever becomes of them: one that ends at once is kept like any other. It
 * is stored, because an object that hibernated would have forgotten it after seconds.
 */
export class CommandBudget {
  readonly #facts: Facts;
  readonly #clock: Pick<Clock, "now">;

  constructor(facts: Facts, clock: Pick<Clock, "now">) {
    this.#facts = facts;
    this.#clock = clock;
  }

  /** Whether a person may give so many more; they count from here on where he may. */
  spend(person: number, count: number): boolean {
    const now = this.#clock.now();
    const held = this.#facts.read(FACT, budgets);
    const site = leftAt(held?.site, SITE, now) - count;
    const own = leftAt(held?.people[person], PERSON, now) - count;
    if (site < 0 || own < 0) return false;
    // Who has all of it again needs no entry.
    const others = Object.entries(held?.people ?? {}).filter(
      ([id, budget]) => id !== `${person}` && leftAt(budget, PERSON, now) < PERSON.burst,
    );
    const people = { ...Object.fromEntries(others), [person]: { left: own, at: now } };
    this.#facts.write(FACT, { site: { left: site, at: now }, people });
    return true;
  }
}

/** A clock that steps back gives nothing. */
function leftAt(budget: Spent | undefined, { burst, everyMs }: Rate, now: number): number {
  if (budget === undefined) return burst;
  return Math.min(burst, budget.left + Math.max(0, now - budget.at) / everyMs);
}
