/** All JSON bodies under way together; a Worker has 128 MB for everything. */
const MAX_HELD_BYTES = 16_777_216;
/** The bodies of one network: nobody keeps all others out with bodies that do not end. */
const PART_OF_ONE = 4;
/** Longer than a body may take. The platform may end a request whose client is gone before it releases its part. */
const MAX_STAY_MS = 15_000;

type Stay = { network: string | null; bytes: number; until: number };

/** The part of one body. */
export type BodyStay = {
  /** Takes room for so many bytes that have come; false, and nothing taken, where there is none. */
  add(bytes: number): boolean;
  leave(): void;
};

/** How many bytes of JSON bodies this process holds while they come in. */
export class BodyRoom {
  readonly #now: () => number;
  readonly #most: number;
  readonly #stays = new Set<Stay>();

  constructor(now: () => number, most = MAX_HELD_BYTES) {
    this.#now = now;
    this.#most = most;
  }

  get held(): number {
    return this.#heldBy(() => true);
  }

  /** @param network from where the body comes; null where that is not known, then only the whole room counts */
  enter(network: string | null): BodyStay {
    const stay = { network, bytes: 0, until: this.#now() + MAX_STAY_MS };
    this.#stays.add(stay);
    return {
      add: (bytes) => {
        this.#endOld();
        const isRoom = this.held + bytes <= this.#most && this.#isFair(network, bytes);
        if (isRoom) stay.bytes += bytes;
        return isRoom;
      },
      leave: () => {
        this.#stays.delete(stay);
      },
    };
  }

  /** Whether a network has room in its own part. */
  #isFair(network: string | null, bytes: number): boolean {
    if (network === null) return true;
    const held = this.#heldBy((stay) => stay.network === network);
    return held + bytes <= this.#most / PART_OF_ONE;
  }

  #heldBy(test: (stay: Stay) => boolean): number {
    let held = 0;
    for (const stay of this.#stays) if (test(stay)) held += stay.bytes;
    return held;
  }

  #endOld(): void {
    const now = this.#now();
    // The oldest come first.
    for (const stay of this.#stays) {
      if (now < stay.until) break;
      this.#stays.delete(stay);
    }
  }
}
