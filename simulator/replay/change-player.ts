import type { RecordedService, RecordedValue } from "./change-recording.ts";

/** Plays the changes of one device in rounds, each beginning with the device's first values. */
export class ChangePlayer {
  readonly #service: RecordedService;
  readonly #seconds: number;
  readonly #now = new Map<string, RecordedValue>();
  #round = Number.NaN;
  #next = 0;

  /** @param seconds of one round; at least one more than the last change */
  constructor(service: RecordedService, seconds: number) {
    this.#service = service;
    this.#seconds = seconds;
  }

  /** Moves to a second, counted from the start of the first round. */
  goTo(second: number): void {
    const round = Math.floor(second / this.#seconds);
    const place = second - round * this.#seconds;
    const { initial, changes } = this.#service;
    const before = changes[this.#next - 1];
    if (round !== this.#round || (before !== undefined && before.second > place)) {
      this.#round = round;
      this.#next = 0;
      for (const [path, value] of initial) this.#now.set(path, value);
    }
    for (let change = changes[this.#next]; change !== undefined; change = changes[this.#next]) {
      if (change.second > place) break;
      this.#now.set(change.path, change.value);
      this.#next++;
    }
  }

  read(path: string): RecordedValue {
    return this.#now.get(path) ?? null;
  }

  /** A number in W and the like; null for other values. */
  number(path: string): number | null {
    const value = this.read(path);
    return typeof value === "number" ? value : null;
  }
}

/** Length of a round in which these devices play together, s. */
export function roundOf(services: readonly RecordedService[]): number {
  return 1 + Math.max(0, ...services.map(({ changes }) => changes.at(-1)?.second ?? 0));
}
