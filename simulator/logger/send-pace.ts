/** Below the portal's limits of 10 frames a second and 50 in a burst, to allow for the network. */
const PER_SECOND = 8;
const BURST = 40;

/** Lets frames out no faster than the portal takes them. */
export class SendPace {
  #left = BURST;
  #at: number;

  constructor(now: number) {
    this.#at = now;
  }

  /** Whether one more may go now. */
  allows(now: number): boolean {
    const gained = (Math.max(0, now - this.#at) / 1_000) * PER_SECOND;
    this.#left = Math.min(BURST, this.#left + gained);
    this.#at = now;
    return this.#left >= 1;
  }

  /** One more went. */
  count(): void {
    this.#left -= 1;
  }
}
