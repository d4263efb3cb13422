type Act = () => void | Promise<void>;
type Entry = { due: number; order: number; act: Act };

/** What is to happen, by virtual time; of two things at one instant the one that was planned first. */
export class Agenda {
  readonly #entries: Entry[] = [];
  #order = 0;

  plan(due: number, act: Act): void {
    this.#order += 1;
    const entry = { due, order: this.#order, act };
    let place = this.#entries.length;
    while (place > 0 && (this.#entries[place - 1]?.due ?? 0) > due) place -= 1;
    this.#entries.splice(place, 0, entry);
  }

  /** ms UTC; null while nothing is planned. */
  get nextAt(): number | null {
    return this.#entries[0]?.due ?? null;
  }

  take(): Act {
    return this.#entries.shift()?.act ?? (() => {});
  }
}
