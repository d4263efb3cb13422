/** Two clocks: the wall clock, and the plants' clock, which may run faster until it has caught up. */
export class FleetClock {
  readonly #now: () => number;
  readonly #begun: number;
  readonly #startAt: number;
  readonly #speed: number;

  /** @param startAt start of the plants' clock, ms UTC, not after now */
  constructor(options: { now?: () => number; speed?: number; startAt?: number } = {}) {
    this.#now = options.now ?? Date.now;
    this.#begun = this.#now();
    this.#speed = options.speed ?? 1;
    this.#startAt = Math.min(options.startAt ?? this.#begun, this.#begun);
  }

  wall(): number {
    return this.#now();
  }

  plant(): number {
    const wall = this.#now();
    if (this.#startAt === this.#begun) return wall;
    return Math.min(wall, Math.floor(this.#startAt + (wall - this.#begun) * this.#speed));
  }

  /** How far the plants' clock is behind, ms. */
  get behind(): number {
    return this.wall() - this.plant();
  }
}
