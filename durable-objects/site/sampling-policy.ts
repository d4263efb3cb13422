import { z } from "zod";
import { IDLE_SAMPLING, type Sampling, sampling } from "#domain/loggers/sampling.ts";
import { RATE_HOLD_MS } from "#protocol/logger/limits.ts";
import type { Clock } from "./interfaces.ts";
import type { KeyValueStore } from "./key-value-store.ts";

const KEY = "demand";
/** The rate that viewers requested; `until` is set once the last of them has left. */
const held = z.object({ sampling, until: z.int().nullable() });

/**
 * Decides the sampling of the logger: the fastest that viewers request, which is held for a while after the last of
 * them, else the idle one.
 */
export class SamplingPolicy {
  readonly #kv: KeyValueStore;
  readonly #clock: Clock;
  readonly #ask: () => Sampling | null;

  constructor(kv: KeyValueStore, clock: Clock, ask: () => Sampling | null) {
    this.#kv = kv;
    this.#clock = clock;
    this.#ask = ask;
  }

  /** The sampling without viewers. */
  get idle(): Sampling {
    return IDLE_SAMPLING;
  }

  current(): Sampling {
    const asked = this.#ask();
    if (asked !== null) {
      this.#kv.write(KEY, { sampling: asked, until: null });
      return asked;
    }
    const before = this.#kv.read(KEY, held);
    if (before === undefined) return this.idle;
    const now = this.#clock.now();
    if (before.until !== null && now >= before.until) {
      this.#kv.delete(KEY);
      return this.idle;
    }
    if (before.until === null) this.#kv.write(KEY, { ...before, until: now + RATE_HOLD_MS });
    return before.sampling;
  }

  /** Instant until which the rate of viewers who left is held, ms UTC; null if none is held. */
  holdUntil(): number | null {
    return this.#kv.read(KEY, held)?.until ?? null;
  }
}
