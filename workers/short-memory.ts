type Entry = { until: number; value: Promise<unknown> };

/** A small cache per process that also merges concurrent computations of the same key. */
export class ShortMemory {
  readonly #now: () => number;
  readonly #maxEntries: number;
  readonly #held = new Map<string, Entry>();

  /** @param maxEntries maximum number of entries; the oldest is dropped first */
  constructor(now: () => number, maxEntries = 1_000) {
    this.#now = now;
    this.#maxEntries = maxEntries;
  }

  /**
   * Returns the cached value, or computes it by `make`. Errors are not cached.
   * @param keepMs lifetime of a value, if it depends on the value
   */
  recall<Value>(
    name: string,
    keepMs: number | ((value: Value) => number),
    make: () => Promise<Value>,
  ): Promise<Value> {
    const there = this.#held.get(name);
    if (there !== undefined && there.until > this.#now()) return there.value as Promise<Value>;
    const held: Entry = { until: Number.POSITIVE_INFINITY, value: make() };
    this.#keep(name, held);
    held.value.then(
      (value) => {
        const ms = typeof keepMs === "number" ? keepMs : keepMs(value as Value);
        held.until = this.#now() + ms;
      },
      () => {
        if (this.#held.get(name) === held) this.#held.delete(name);
      },
    );
    return held.value as Promise<Value>;
  }

  #keep(name: string, held: Entry): void {
    this.#held.delete(name);
    const [first] = this.#held.keys();
    if (this.#held.size >= this.#maxEntries && first !== undefined) this.#held.delete(first);
    this.#held.set(name, held);
  }
}
