/** Of more than these the oldest is dropped. Addresses are limited before one is added, so that it takes many of them. */
const MAX_SEEN = 50_000;

/** Envelopes that came to this process, by their digests. */
export class SeenEnvelopes {
  readonly #keepMs: number;
  /** When each came, ms UTC, the oldest first. */
  readonly #seen = new Map<string, number>();

  constructor(keepMs: number) {
    this.#keepMs = keepMs;
  }

  /** Remembers an envelope; false where it had come before. */
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
