type Stored = number | string;

/** What a site's store must hold: for each register and instant the value that stands. */
export class StoreModel {
  readonly #values = new Map<string, Map<number, Stored>>();

  take(address: string, at: number, value: Stored): void {
    const register = this.#values.get(address) ?? new Map<number, Stored>();
    const held = register.get(at);
    register.set(at, held === undefined ? value : standing(held, value));
    this.#values.set(address, register);
  }

  get addresses(): string[] {
    return [...this.#values.keys()];
  }

  get size(): number {
    return [...this.#values.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** The first value that is not stored as it should be, in words; null where all are. More may be there. */
  findMissing(stored: (address: string) => readonly (readonly [at: number, value: unknown])[]) {
    for (const [address, register] of this.#values) {
      const found = new Map(stored(address));
      for (const [at, value] of register)
        if (found.get(at) !== value)
          return `${address} at ${at}: ${JSON.stringify(found.get(at))} is stored instead of ${value}`;
    }
    return null;
  }

  /** The first difference to what is stored, in words; null where there is none. */
  compare(stored: (address: string) => readonly (readonly [at: number, value: unknown])[]) {
    for (const [address, register] of this.#values) {
      const found = stored(address);
      if (found.length !== register.size)
        return `${address}: ${found.length} values are stored, ${register.size} should be`;
      // The two zeros are one number.
      for (const [at, value] of found)
        if (register.get(at) !== value)
          return `${address} at ${at}: ${JSON.stringify(value)} is stored instead of ${JSON.stringify(register.get(at))}`;
    }
    return null;
  }
}

/** The greater number, the later text in code-point order, a number before a text. */
function standing(one: Stored, other: Stored): Stored {
  if (typeof one === "number" && typeof other === "number") return Math.max(one, other);
  if (typeof one === "number") return one;
  if (typeof other === "number") return other;
  return isLater(one, other) ? one : other;
}

function isLater(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => Array.from(text, (unit) => unit.codePointAt(0) ?? 0));
  for (const [index, unit] of (a ?? []).entries()) {
    const beside = b?.[index];
    if (beside === undefined || unit !== beside) return beside === undefined || unit > beside;
  }
  return false;
}
