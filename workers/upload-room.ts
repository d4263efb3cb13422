import { MAX_UPLOAD_BYTES } from "#operations/upload-input.ts";

/** All together. With what the codec needs besides for one of them it stays below what a Worker has (docs/decisions/0047). */
const MOST_HELD_BYTES = 2 * MAX_UPLOAD_BYTES;
const LOOK_MS = 100;
const MOST_WAIT_MS = 10_000;
/** Longer than an upload may take. The platform ends a request whose caller has gone, and then nobody gives it back. */
const MOST_STAY_MS = 90_000;

type Clock = { now(): number; pause(ms: number): Promise<unknown> };
type Stay = { person: number; bytes: number; until: number };

/**
 * How much of uploads this process holds. One person has one at a time, so that nobody takes all the room; whoever finds
 * none waits a little, and what they send waits with the sender.
 */
export class UploadRoom {
  readonly #clock: Clock;
  readonly #stays = new Set<Stay>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** In bytes. */
  get held(): number {
    return [...this.#stays].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Room for so many bytes of a person, until what it answers is called; null where none became free. */
  async enter(person: number, bytes: number): Promise<(() => void) | null> {
    // It looks again instead of being told: a request that waits for nothing but another one is ended by the platform.
    for (let waited = 0; !this.#fits(person, bytes); waited += LOOK_MS) {
      if (waited >= MOST_WAIT_MS) return null;
      await this.#clock.pause(LOOK_MS);
    }
    const stay = { person, bytes, until: this.#clock.now() + MOST_STAY_MS };
    this.#stays.add(stay);
    return () => {
      this.#stays.delete(stay);
    };
  }

  #fits(person: number, bytes: number): boolean {
    const now = this.#clock.now();
    for (const stay of this.#stays) if (now >= stay.until) this.#stays.delete(stay);
    const isThere = [...this.#stays].some((stay) => stay.person === person);
    return !isThere && this.held + bytes <= MOST_HELD_BYTES;
  }
}
