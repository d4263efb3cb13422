import { Problem } from "#domain/problem.ts";
import { SECOND_MS } from "#domain/units/durations.ts";

type SlotClock = { now(): number; pause(ms: number): Promise<unknown> };

const RETRY_AFTER_S = 5;
/**
 * Maximum duration of a piece of work, ms, after which the slot counts as free: the platform aborts a request whose
 * client has disconnected, and such a request never leaves the slot.
 */
const MAX_WORK_MS = 5 * SECOND_MS;
/** Interval at which a waiting request checks the slot, ms. */
const LOOK_MS = 20;

/**
 * Runs heavy work of this process one piece at a time. A waiting request polls the slot instead of awaiting a promise
 * of another request, which the platform would abort; other requests are served in the meantime.
 */
export class WorkSlot {
  /** Set by the process that serves requests; without a clock nothing waits, as in tools. */
  clock: SlotClock | null = null;
  readonly #maxWaiting: number;
  readonly #maxWaitMs: number;
  #waiting = 0;
  #takenUntil = 0;

  constructor({ maxWaiting, maxWaitMs }: { maxWaiting: number; maxWaitMs: number }) {
    this.#maxWaiting = maxWaiting;
    this.#maxWaitMs = maxWaitMs;
  }

  /** Whether deferrable work would delay no other work. */
  get isFree(): boolean {
    return this.#waiting === 0 && (this.clock === null || this.clock.now() >= this.#takenUntil);
  }

  /**
   * Runs work once the slot is free.
   * @throws Problem unavailable if too many wait or the work took too long
   */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const { clock } = this;
    if (clock === null) return work();
    if (clock.now() < this.#takenUntil) await this.#wait(clock);
    this.#takenUntil = clock.now() + MAX_WORK_MS;
    try {
      return await work();
    } finally {
      this.#takenUntil = 0;
    }
  }

  async #wait({ now, pause }: SlotClock): Promise<void> {
    if (this.#waiting >= this.#maxWaiting) throw full();
    this.#waiting += 1;
    const giveUpAt = now() + this.#maxWaitMs;
    try {
      while (now() < this.#takenUntil) {
        if (now() >= giveUpAt) throw full();
        await pause(LOOK_MS);
      }
    } finally {
      this.#waiting -= 1;
    }
  }
}

const full = () => new Problem("unavailable", { retryAfter: RETRY_AFTER_S });
