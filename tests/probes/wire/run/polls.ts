import type { Chance } from "../../../support/seeded-chance.ts";
import type { World } from "../../../support/world/world.ts";

const EACH_MS = 60_000;

/** Polls each minute while the site counts as online; a poll may be late or missing for long. */
export class Polls {
  readonly #world: World;
  readonly #chance: Chance;
  #maxLateMs = 0;
  #awayUntil = 0;

  constructor(world: World, chance: Chance) {
    this.#world = world;
    this.#chance = chance;
    this.#planNext();
  }

  async come(): Promise<void> {
    if (this.#world.status?.online === true) await this.#world.poll();
  }

  /** @returns how it is from now on */
  turn(): string {
    const chance = this.#chance;
    this.calm();
    const manner = chance.choose({ punctual: 4, late: 3, away: 2 });
    if (manner === "late") this.#maxLateMs = chance.oneOf([5_000, 20_000, 55_000]);
    if (manner === "away") this.#awayUntil = this.#world.now() + chance.between(90_000, 600_000);
    return `polls ${manner}`;
  }

  /** Punctual again. */
  calm(): void {
    this.#maxLateMs = 0;
    this.#awayUntil = 0;
  }

  #planNext(): void {
    this.#world.plan(EACH_MS, async () => {
      this.#planNext();
      if (this.#world.now() < this.#awayUntil) return;
      if (this.#maxLateMs === 0) return this.come();
      this.#world.plan(this.#chance.between(0, this.#maxLateMs), () => this.come());
    });
  }
}
