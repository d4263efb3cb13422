import { z } from "zod";
import type { Clock } from "./interfaces.ts";
import type { KeyValueStore } from "./key-value-store.ts";

const KEY = "presence";
const presence = z.object({ online: z.boolean(), since: z.int() });

/** Whether the site is online, and since when. */
export class Presence {
  readonly #kv: KeyValueStore;
  readonly #clock: Clock;

  constructor(kv: KeyValueStore, clock: Clock) {
    this.#kv = kv;
    this.#clock = clock;
  }

  get online(): boolean {
    return this.#held.online;
  }

  /** ms UTC; 0 when there has never been a logger. */
  get since(): number {
    return this.#held.since;
  }

  /**
   * Sets whether the site is online.
   * @returns whether that changed
   */
  setOnline(online: boolean): boolean {
    if (online === this.online) return false;
    return this.#kv.write(KEY, { online, since: this.#clock.now() });
  }

  get #held() {
    return this.#kv.read(KEY, presence) ?? { online: false, since: 0 };
  }
}
