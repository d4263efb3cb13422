import { MINUTE_MS } from "#domain/units/durations.ts";

/**
 * Maximum number per minute. 300 sites in tabs that reconnect every 10 s need 1,800 tickets and sockets of one session.
 * A recorded sealed call costs a row, whatever its result.
 */
const MAX_PER_MINUTE = { ticket: 3_000, upgrade: 3_000, loggerUpgrade: 10, sealed: 600 } as const;

type Window = { since: number; count: number };

/**
 * Counts tickets and sockets of each session, and sockets of each serial number, in the minute that begins with the
 * first. It counts per process: a shared counter would delay each of a thousand reconnecting clients, and the excess of
 * one process is small beside the capacity of a site's object.
 */
export class SocketPace {
  readonly #now: () => number;
  #windows = new Map<string, Window>();
  #tidiedAt = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Counts one more. Returns the seconds to wait if there were too many, else 0. @param who session, serial number,
   * user or address
   */
  take(step: keyof typeof MAX_PER_MINUTE, who: string): number {
    const now = this.#now();
    this.#tidy(now);
    const key = `${step} ${who}`;
    const held = this.#windows.get(key);
    const window = held === undefined || isOver(held, now) ? { since: now, count: 0 } : held;
    window.count += 1;
    this.#windows.set(key, window);
    return window.count <= MAX_PER_MINUTE[step]
      ? 0
      : Math.ceil((window.since + MINUTE_MS - now) / 1000);
  }

  #tidy(now: number): void {
    if (now < this.#tidiedAt + MINUTE_MS) return;
    this.#tidiedAt = now;
    for (const [key, window] of this.#windows) if (isOver(window, now)) this.#windows.delete(key);
  }
}

function isOver({ since }: Window, now: number): boolean {
  return now >= since + MINUTE_MS;
}
