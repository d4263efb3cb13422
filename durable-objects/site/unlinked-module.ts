import { z } from "zod";
import type { Facts } from "./facts.ts";
import { readIdentity } from "./logger-identity.ts";
import type { Clock } from "./parts.ts";

const FACT = "unlinkedModules";
/** An upgrade under way when its module was unlinked is long over then. */
const UNLINKED_FOR_MS = 60_000;
const unlinked = z.array(z.object({ serial: z.string().nullable(), until: z.int() }));
/** One comes back at most each minute by the hand of a person; the oldest make room. */
const MAX_REMEMBERED = 20;

/**
 * The modules that were unlinked lately: an upgrade for which the Worker read the database before the unlink must not
 * get in. One for which it read the database after such a refusal may: the module was claimed again.
 */
export class UnlinkedModule {
  readonly #facts: Facts;
  readonly #clock: Clock;

  constructor(facts: Facts, clock: Clock) {
    this.#facts = facts;
    this.#clock = clock;
  }

  /** @param serial of the module; where it is not told, that of the last logger, and any where there was none */
  remember(serial: string | undefined): void {
    const known = serial ?? readIdentity(this.#facts)?.serial ?? null;
    const now = this.#clock.now();
    const others = this.#held.filter((held) => held.serial !== known && held.until > now);
    this.#facts.write(FACT, [
      ...others.slice(1 - MAX_REMEMBERED),
      { serial: known, until: now + UNLINKED_FOR_MS },
    ]);
  }

  /** The site has its module again: whatever was unlinked lately may connect. */
  admitAll(): void {
    this.#facts.forget(FACT);
  }

  /** Until when this one may not connect, ms UTC, which names its newest unlink; null where it may. */
  refusedUntil(serial: string): number | null {
    const now = this.#clock.now();
    const ends = this.#held
      .filter((held) => (held.serial === null || held.serial === serial) && held.until > now)
      .map(({ until }) => until);
    return ends.length === 0 ? null : Math.max(...ends);
  }

  get #held() {
    return this.#facts.read(FACT, unlinked) ?? [];
  }
}
