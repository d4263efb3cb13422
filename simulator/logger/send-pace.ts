/** Below the portal's limits of 10 frames a second and 50 in a burst, to allow for the network. */
const PER_SECOND = 8;
const BURST = 40;

/** Limits the rate of sent frames to what the portal accepts. */
export class SendPace {
  #left = BURST;
  #at: number;

  constructor(now: number) {
    this.#at = now;
  }

  /** Whether one more frame may be sent now. */
  allows(now: number): boolean {
    const gained = (Math.max(0, now - this.#at) / 1_000) * PER_SECOND;
    this.#left = Math.min(BURST, this.#left + gained);
    this.#at = now;
    return this.#left >= 1;
  }

  /** Counts a sent frame. */
  count(): void {
    this.#left -= 1;
  }
}
