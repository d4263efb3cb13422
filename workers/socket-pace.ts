/** 300 sites in tabs that all come back every 10 s are 1,800. */
const MOST_A_MINUTE = 3_000;
const MINUTE_MS = 60_000;

/**
 * How often each session asks for tickets, and for sockets, in a minute. It counts in this process alone: a limit that
 * is kept elsewhere costs each of a thousand who come back at once another wait, and what one process lets through is
 * little beside what a site's object takes.
 */
export class SocketPace {
  readonly #now: () => number;
  #minute = 0;
  #counts = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts one more; false where there have been too many. */
  take(step: "ticket" | "upgrade", session: string): boolean {
    const minute = Math.floor(this.#now() / MINUTE_MS);
    if (minute !== this.#minute) this.#counts = new Map();
    this.#minute = minute;
    const count = (this.#counts.get(`${step} ${session}`) ?? 0) + 1;
    this.#counts.set(`${step} ${session}`, count);
    return count <= MOST_A_MINUTE;
  }
}
