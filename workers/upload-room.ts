import { MAX_UPLOAD_BYTES } from "#operations/upload-input.ts";

/**
 * Maximum size of all uploads in progress. Together with the codec's memory for one of them it stays below that of a
 * Worker (docs/decisions/0047).
 */
const MAX_HELD_BYTES = 2 * MAX_UPLOAD_BYTES;
const POLL_MS = 100;
const MAX_WAIT_MS = 10_000;
/**
 * Time after which a share is released, ms: longer than an upload may take. The platform may end a request of a
 * disconnected client before it releases its share.
 */
const MAX_STAY_MS = 90_000;

type Clock = { now(): number; pause(ms: number): Promise<unknown> };
type Stay = { userId: number; bytes: number; until: number };

/** The share of one upload. */
export type UploadStay = {
  /** Reserves room for received bytes, waiting if necessary. Returns false without reserving if none became free. */
  add(bytes: number): Promise<boolean>;
  leave(): void;
};

/**
 * Limits the bytes of uploads that this process holds. Bytes count when they arrive, so announced sizes block no other
 * sender. One user has one upload at a time; an upload without room waits, and its next bytes stay with the sender.
 */
export class UploadRoom {
  readonly #clock: Clock;
  readonly #stays = new Set<Stay>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Reserved bytes of all uploads. */
  get held(): number {
    return [...this.#stays].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Returns an empty share for an upload of a user; null if another upload of that user does not end. */
  async enter(userId: number): Promise<UploadStay | null> {
    const isFree = () => ![...this.#stays].some((stay) => stay.userId === userId);
    if (!(await this.#wait(isFree))) return null;
    const stay = { userId, bytes: 0, until: this.#clock.now() + MAX_STAY_MS };
    this.#stays.add(stay);
    return {
      add: async (bytes) => {
        if (!(await this.#wait(() => this.held + bytes <= MAX_HELD_BYTES))) return false;
        stay.bytes += bytes;
        return true;
      },
      leave: () => {
        this.#stays.delete(stay);
      },
    };
  }

  /** Polls instead of being notified: the platform ends a request that only waits for another request. */
  async #wait(isFree: () => boolean): Promise<boolean> {
    for (let waited = 0; ; waited += POLL_MS) {
      const now = this.#clock.now();
      for (const stay of this.#stays) if (now >= stay.until) this.#stays.delete(stay);
      if (isFree()) return true;
      if (waited >= MAX_WAIT_MS) return false;
      await this.#clock.pause(POLL_MS);
    }
  }
}
