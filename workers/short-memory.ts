type Held = { until: number; value: Promise<unknown> };

/** What was asked for a moment ago, for whoever asks the same in this process: once asked, and once kept. */
export class ShortMemory {
  readonly #now: () => number;
  readonly #most: number;
  readonly #held = new Map<string, Held>();

  /** @param most that is kept; of more, what was asked for first is forgotten */
  constructor(now: () => number, most = 1_000) {
    this.#now = now;
    this.#most = most;
  }

  /**
   * What `make` comes to, unless it is known. What it throws is not kept.
   * @param keepMs for how long it is known, where that depends on what it is
   */
  recall<Value>(
    name: string,
    keepMs: number | ((value: Value) => number),
    make: () => Promise<Value>,
  ): Promise<Value> {
    const there = this.#held.get(name);
    if (there !== undefined && there.until > this.#now()) return there.value as Promise<Value>;
    const held: Held = { until: Number.POSITIVE_INFINITY, value: make() };
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

  #keep(name: string, held: Held): void {
    this.#held.delete(name);
    const [first] = this.#held.keys();
    if (this.#held.size >= this.#most && first !== undefined) this.#held.delete(first);
    this.#held.set(name, held);
  }
}
