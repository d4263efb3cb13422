/** The clock of a logger's timestamps. It can be wrong until the portal sets it. */
export class StampClock {
  /** How far it is ahead, ms. */
  #error = 0;
  #isKept = false;

  /** @param isKept the portal's time does not correct it */
  disturb(error: number, isKept = false): void {
    this.#error = error;
    this.#isKept = isKept;
  }

  /** Handles the portal's time. */
  set(): void {
    if (!this.#isKept) this.#error = 0;
  }

  /** The clock's reading at `at`. */
  stamp(at: number): number {
    return at + this.#error;
  }

  /** Returns copies dated by this clock. */
  stampAll<Dated extends { at: number }>(dated: readonly Dated[]): readonly Dated[] {
    return this.#error === 0 ? dated : dated.map((one) => ({ ...one, at: this.stamp(one.at) }));
  }
}
