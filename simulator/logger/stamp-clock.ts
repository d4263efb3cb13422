/** The clock by which a logger dates what it says. It can be wrong; then it is, until somebody tells it the time. */
export class StampClock {
  /** ms by which it is ahead of what it should be. */
  #error = 0;
  #isKept = false;

  /** @param isKept the time that the portal tells changes nothing */
  disturb(error: number, isKept = false): void {
    this.#error = error;
    this.#isKept = isKept;
  }

  /** The portal told it the time. */
  set(): void {
    if (!this.#isKept) this.#error = 0;
  }

  /** What it shows at `at`. */
  stamp(at: number): number {
    return at + this.#error;
  }

  /** The same things, with their dates as it shows them. */
  stampAll<Dated extends { at: number }>(dated: readonly Dated[]): readonly Dated[] {
    return this.#error === 0 ? dated : dated.map((one) => ({ ...one, at: this.stamp(one.at) }));
  }
}
