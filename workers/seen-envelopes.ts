/**
 * Maximum number of remembered envelopes; the oldest are dropped. Addresses are rate-limited before an envelope is
 * added, so reaching it takes many of them.
 */
const MAX_SEEN = 50_000;

/** Digests of the envelopes that this process has received. */
export class SeenEnvelopes {
  readonly #keepMs: number;
  /** Arrival of each envelope by its digest, ms UTC, oldest first. */
  readonly #seen = new Map<string, number>();

  constructor(keepMs: number) {
    this.#keepMs = keepMs;
  }

  /** Remembers an envelope. Returns false if it was known (a replay). */
  add(id: string, now: number): boolean {
    for (const [oldest, at] of this.#seen) {
      if (now - at < this.#keepMs && this.#seen.size < MAX_SEEN) break;
      this.#seen.delete(oldest);
    }
    if (this.#seen.has(id)) return false;
    this.#seen.set(id, now);
    return true;
  }
}
