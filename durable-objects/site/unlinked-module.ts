import { z } from "zod";
import type { Facts } from "./facts.ts";
import { readIdentity } from "./logger-identity.ts";
import type { Clock } from "./parts.ts";

const FACT = "unlinkedModule";
/** An upgrade under way when its module was unlinked is long over then. */
const UNLINKED_FOR_MS = 60_000;
const unlinked = z.object({ serial: z.string().nullable(), until: z.int() });

/** The module that was unlinked last: an upgrade that the Worker let through before it knew must not get in. */
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
    this.#facts.write(FACT, { serial: known, until: this.#clock.now() + UNLINKED_FOR_MS });
  }

  /** For how long this one may not connect yet, ms; 0 where it may. */
  waitOf(serial: string): number {
    const held = this.#facts.read(FACT, unlinked);
    if (held === undefined || (held.serial !== null && held.serial !== serial)) return 0;
    return Math.max(0, held.until - this.#clock.now());
  }
}
