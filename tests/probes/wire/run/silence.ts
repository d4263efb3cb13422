import type { Chance } from "../../../support/seeded-chance.ts";
import type { World } from "../../../support/world/world.ts";
import type { Cast } from "./cast.ts";
import type { Polls } from "./polls.ts";
import type { RoughLines } from "./rough-lines.ts";

/** Time from the last viewer until the logger uploads at its own rate, ms. */
const IDLE_AFTER_MS = { least: 95_000, most: 160_000 };
/** Length of the silence, ms. */
const SILENT_MS = { least: 240_000, most: 360_000 };

/**
 * No viewer watches, and the logger sends nothing for some minutes while its socket stays open: its process hangs, or its
 * network is lost without a close. Whether that is noticed depends on polls and on the object's own timer.
 */
export class Silence {
  readonly #world: World;
  readonly #chance: Chance;
  readonly #cast: Cast;
  readonly #lines: RoughLines;
  readonly #polls: Polls;
  /** Nothing gets through to the portal, a new connection neither. */
  isNetworkGone = false;

  constructor(world: World, chance: Chance, cast: Cast, lines: RoughLines, polls: Polls) {
    this.#world = world;
    this.#chance = chance;
    this.#cast = cast;
    this.#lines = lines;
    this.#polls = polls;
  }

  async fall(): Promise<void> {
    await this.#becomeIdle();
    if (this.#cast.logger.logger.state !== "online") return;
    const end = this.#begin();
    const until = this.#world.now() + this.#chance.between(SILENT_MS.least, SILENT_MS.most);
    while (this.#world.now() < until) {
      await this.#world.advance(this.#chance.between(1_000, 20_000));
      if (this.#chance.happens(0.05)) this.#world.note(this.#polls.turn());
      if (this.#chance.happens(0.08)) await this.#world.evict("hibernate");
    }
    end();
  }

  async #becomeIdle(): Promise<void> {
    this.#lines.calm();
    this.#polls.calm();
    this.#cast.dismissRival();
    for (const viewer of this.#cast.viewers) viewer.leave();
    await this.#world.advance(this.#chance.between(IDLE_AFTER_MS.least, IDLE_AFTER_MS.most));
    // Polls may have stayed away, or come late, already before.
    if (this.#chance.happens(0.4)) this.#world.note(this.#polls.turn());
    await this.#world.advance(this.#chance.between(0, 120_000));
  }

  /** @returns what ends it */
  #begin(): () => void {
    if (this.#chance.happens(0.6)) {
      this.#world.note("the logger hangs");
      this.#cast.behave({ verb: "freeze" });
      const verb = this.#chance.happens(0.7) ? "thaw" : "revive";
      return () => this.#cast.behave({ verb });
    }
    this.#world.note("the logger's network is gone");
    this.#cast.logger.line?.stall("up");
    if (this.#chance.happens(0.5)) this.#cast.logger.line?.stall("down");
    this.#lines.areLossesSilent = true;
    this.isNetworkGone = true;
    return () => {
      this.#lines.areLossesSilent = false;
      this.isNetworkGone = false;
    };
  }
}
