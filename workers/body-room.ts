/** Maximum size of all JSON bodies in progress; a Worker has 128 MB in total. */
const MAX_HELD_BYTES = 16_777_216;
/** Each network can use this fraction, so that endless bodies of one network cannot exclude the others. */
const PART_OF_ONE = 4;
/**
 * Time after which a share is released, ms: longer than the read of a body may take. The platform may end a request of
 * a disconnected client before it releases its share.
 */
const MAX_STAY_MS = 15_000;

type Stay = { network: string | null; bytes: number; until: number };

/** The share of one body. */
export type BodyStay = {
  /** Reserves room for received bytes. Returns false without reserving if there is none. */
  add(bytes: number): boolean;
  leave(): void;
};

/** Limits the bytes of JSON bodies that this process holds while they arrive. */
export class BodyRoom {
  readonly #now: () => number;
  readonly #maxBytes: number;
  readonly #stays = new Set<Stay>();

  constructor(now: () => number, maxBytes = MAX_HELD_BYTES) {
    this.#now = now;
    this.#maxBytes = maxBytes;
  }

  get held(): number {
    return this.#heldBy(() => true);
  }

  /** @param network the sender's network; null if unknown, then only the total limit applies */
  enter(network: string | null): BodyStay {
    const stay = { network, bytes: 0, until: this.#now() + MAX_STAY_MS };
    this.#stays.add(stay);
    return {
      add: (bytes) => {
        this.#endOld();
        const isRoom = this.held + bytes <= this.#maxBytes && this.#isFair(network, bytes);
        if (isRoom) stay.bytes += bytes;
        return isRoom;
      },
      leave: () => {
        this.#stays.delete(stay);
      },
    };
  }

  /** Whether a network stays within its share. */
  #isFair(network: string | null, bytes: number): boolean {
    if (network === null) return true;
    const held = this.#heldBy((stay) => stay.network === network);
    return held + bytes <= this.#maxBytes / PART_OF_ONE;
  }

  #heldBy(test: (stay: Stay) => boolean): number {
    let held = 0;
    for (const stay of this.#stays) if (test(stay)) held += stay.bytes;
    return held;
  }

  #endOld(): void {
    const now = this.#now();
    // Stays are in order of arrival.
    for (const stay of this.#stays) {
      if (now < stay.until) break;
      this.#stays.delete(stay);
    }
  }
}
