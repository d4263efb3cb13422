import { z } from "zod";
import { IDLE_SAMPLING, type Sampling, sampling } from "#domain/loggers/sampling.ts";
import { DEMAND_LINGER_MS } from "#protocol/logger/limits.ts";
import type { Facts } from "./facts.ts";
import type { Clock } from "./parts.ts";

const FACT = "demand";
/** What the viewers ask; `until` once the last of them is gone. */
const held = z.object({ sampling, until: z.int().nullable() });

/** The sampling due: the viewers' fastest, theirs still for a while after the last of them, else the idle one. */
export class SamplingDemand {
  readonly #facts: Facts;
  readonly #clock: Clock;
  readonly #ask: () => Sampling | null;

  constructor(facts: Facts, clock: Clock, ask: () => Sampling | null) {
    this.#facts = facts;
    this.#clock = clock;
    this.#ask = ask;
  }

  /** The one due while nobody watches. */
  get idle(): Sampling {
    return IDLE_SAMPLING;
  }

  wanted(): Sampling {
    const asked = this.#ask();
    if (asked !== null) {
      this.#facts.write(FACT, { sampling: asked, until: null });
      return asked;
    }
    const before = this.#facts.read(FACT, held);
    if (before === undefined) return this.idle;
    const now = this.#clock.now();
    if (before.until !== null && now >= before.until) {
      this.#facts.forget(FACT);
      return this.idle;
    }
    if (before.until === null)
      this.#facts.write(FACT, { ...before, until: now + DEMAND_LINGER_MS });
    return before.sampling;
  }

  /** When the lingering ends, ms UTC; null while nothing lingers. */
  lingersUntil(): number | null {
    return this.#facts.read(FACT, held)?.until ?? null;
  }
}
