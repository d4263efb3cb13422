// Written from the public protocol pages alone, without reading the server.
// How long to wait before connecting again, and how fast frames may go out.

const MAX_WAIT_MS = 300_000;

/**
 * The logger's wait in ms. `failures`: closes and refusals since the last 259, this one not counted;
 * `code`: the close code, if there was one; `retryAfter`: ms asked for by a refusal.
 */
export function loggerWait({ failures = 0, code, retryAfter = 0, random = Math.random }) {
  const first = code === 4001 || code === 4003 ? 60_000 : 10_000 + 10_000 * random();
  return Math.max(Math.min(MAX_WAIT_MS, first * 2 ** failures), retryAfter);
}

/** The viewer's wait in ms: 10 s plus a random part of the jitter that the portal named. */
export const viewerWait = ({ jitterMs = 10_000, retryAfter = 0, random = Math.random }) =>
  Math.max(10_000 + jitterMs * random(), retryAfter);

/** Retry-After in ms: a number of seconds or an HTTP date; 0 where absent or unreadable. */
export function retryAfterMs(header, now = Date.now()) {
  if (header === undefined || header === null) return 0;
  const text = String(header).trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now);
}

/** Lets frames out within 10 a second and 50 in a burst, a little below to allow for the network. */
export class Outbox {
  #tokens;
  #at = Date.now();
  #queue = [];
  #timer = null;

  constructor(write, { burst = 45, perSecond = 9.5 } = {}) {
    this.write = write;
    this.burst = burst;
    this.perSecond = perSecond;
    this.#tokens = burst;
    this.held = false;
  }

  push(text) {
    this.#queue.push(text);
    this.#drain();
  }

  /** Keeps everything in until released. */
  hold(held) {
    this.held = held;
    this.#drain();
  }

  clear() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#queue = [];
    this.#tokens = this.burst;
  }

  #drain() {
    if (this.#timer) return;
    const now = Date.now();
    this.#tokens = Math.min(
      this.burst,
      this.#tokens + (Math.max(0, now - this.#at) * this.perSecond) / 1000,
    );
    this.#at = now;
    while (!this.held && this.#queue.length > 0 && this.#tokens >= 1) {
      this.#tokens -= 1;
      this.write(this.#queue.shift());
    }
    if (this.held || this.#queue.length === 0) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = null;
        this.#drain();
      },
      Math.ceil(1000 / this.perSecond),
    );
  }
}
