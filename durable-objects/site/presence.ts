import { z } from "zod";
import type { Facts } from "./facts.ts";
import type { Clock } from "./parts.ts";

const FACT = "presence";
const presence = z.object({ online: z.boolean(), since: z.int() });

/** Whether the site is online, and since when. */
export class Presence {
  readonly #facts: Facts;
  readonly #clock: Clock;

  constructor(facts: Facts, clock: Clock) {
    this.#facts = facts;
    this.#clock = clock;
  }

  get online(): boolean {
    return this.#held.online;
  }

  /** ms UTC; 0 when there has never been a logger. */
  get since(): number {
    return this.#held.since;
  }

  /** Whether it was otherwise before. */
  turn(online: boolean): boolean {
    if (online === this.online) return false;
    return this.#facts.write(FACT, { online, since: this.#clock.now() });
  }

  get #held() {
    return this.#facts.read(FACT, presence) ?? { online: false, since: 0 };
  }
}
