/** An equipment address and the instant, ms UTC, of the last report that repeated its status. */
export type StatusRepeat = [address: string, at: number];

/** Maximum number of repetitions that survive hibernation, about 5 KB of the 16 KiB of an attachment. */
const MAX_KEPT = 200;

/**
 * The last repetition of the status of each piece of equipment. A repetition costs no row: it is held in memory and in
 * the attachment of the logger's socket, so that a late report is ordered before it after hibernation, too.
 */
export class StatusRepeats {
  readonly #last = new Map<string, number>();
  #isUnsaved = false;

  /** Whether there are repetitions that `save` has not returned yet. */
  get isUnsaved(): boolean {
    return this.#isUnsaved;
  }

  /** Instant of the last repetition, ms UTC; undefined if there is none. */
  lastOf(address: string): number | undefined {
    return this.#last.get(address);
  }

  /** Records a repetition at an instant, ms UTC, unless a later one is known. */
  note(address: string, at: number): void {
    if ((this.#last.get(address) ?? Number.NEGATIVE_INFINITY) >= at) return;
    this.#last.set(address, at);
    this.#isUnsaved = true;
  }

  /** Removes the repetition of equipment whose status has changed or that no longer exists. */
  delete(address: string): void {
    if (this.#last.delete(address)) this.#isUnsaved = true;
  }

  /** The repetitions to store, at most `MAX_KEPT`: those with the latest instants. */
  save(): StatusRepeat[] {
    this.#isUnsaved = false;
    const all = [...this.#last];
    if (all.length <= MAX_KEPT) return all;
    return all.sort(([, one], [, other]) => other - one).slice(0, MAX_KEPT);
  }

  /** Takes what `save` returned before hibernation. */
  restore(repeats: readonly StatusRepeat[]): void {
    for (const [address, at] of repeats) this.#last.set(address, at);
  }
}
