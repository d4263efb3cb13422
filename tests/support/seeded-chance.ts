/** All chance of a run. @param random in [0, 1), of the run's seed alone (`seededRandom`) */
export class Chance {
  readonly random: () => number;

  constructor(random: () => number) {
    this.random = random;
  }

  happens(probability: number): boolean {
    return this.random() < probability;
  }

  /** Whole, from 0 to before `limit`. */
  below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  /** Whole, both ends included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  oneOf<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error("nothing to choose from");
    return item;
  }

  /** By weight. */
  choose<Name extends string>(weights: Record<Name, number>): Name {
    const entries = Object.entries(weights) as [Name, number][];
    let left = this.random() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      left -= weight;
      if (left < 0) return name;
    }
    return this.oneOf(entries)[0];
  }

  /** A UUID that is the same for the same seed. */
  uuid(): string {
    const hex = Array.from({ length: 32 }, () => this.between(0, 15).toString(16)).join("");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}
