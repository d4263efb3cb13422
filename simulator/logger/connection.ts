import type { FleetClock } from "./fleet-clock.ts";
import type { Dial, Link, LinkEnd } from "./link.ts";
import { reconnectWait } from "./reconnect-wait.ts";

type ConnectionEvents = {
  opened(link: Link): void;
  received(text: string): void;
  /** The connection is gone, whoever ended it. */
  lost(): void;
};

export type ConnectionParts = {
  credentials: { serial: string; secret: string };
  dial: Dial;
  clock: FleetClock;
  /** In [0, 1). */
  random?: () => number;
  /** Factor on all waits. */
  waitScale?: number;
  /** Not before this by the wall's clock. */
  dialAt?: number;
  /** Told when the portal welcomed the logger (null) and how each connection ended. */
  onLink?: (end: LinkEnd | null) => void;
};

/** Keeps one connection to the portal, and waits as the protocol asks between one and the next. */
export class Connection {
  readonly #parts: ConnectionParts;
  readonly #events: ConnectionEvents;
  #link: Link | null = null;
  #failures = 0;
  #dialAt: number;

  constructor(parts: ConnectionParts, events: ConnectionEvents) {
    this.#parts = parts;
    this.#events = events;
    this.#dialAt = parts.dialAt ?? parts.clock.wall();
  }

  get isWaiting(): boolean {
    return this.#link === null;
  }

  tick(wall: number): void {
    if (this.#link === null && wall >= this.#dialAt) this.#dial();
  }

  /** A 259. */
  welcome(): void {
    this.#failures = 0;
    this.#parts.onLink?.(null);
  }

  /** Ends it of its own accord. */
  hangUp(reason: string): void {
    const link = this.#link;
    if (link === null) return;
    this.#lose({ reason });
    link.close();
  }

  /** Cuts the cable; the waits are the usual ones. */
  drop(): void {
    this.#link?.cut();
  }

  /** Power off, or on again at `dialAt`: nothing is remembered of the waits. */
  powerCycle(dialAt: number): void {
    const link = this.#link;
    this.#link = null;
    this.#failures = 0;
    this.#dialAt = dialAt;
    this.#events.lost();
    link?.cut();
  }

  pause(): void {
    this.#link?.pause();
  }

  resume(): void {
    this.#link?.resume();
  }

  #dial(): void {
    const { dial, credentials } = this.#parts;
    let link: Link | null = null;
    const ifCurrent = (act: (current: Link) => void) => {
      if (link !== null && this.#link === link) act(link);
    };
    link = dial(credentials, {
      opened: () => ifCurrent((current) => this.#events.opened(current)),
      received: (text) => ifCurrent(() => this.#events.received(text)),
      ended: (end) => ifCurrent(() => this.#lose(end)),
    });
    this.#link = link;
  }

  #lose(end: LinkEnd): void {
    const { clock, random = Math.random, waitScale = 1, onLink } = this.#parts;
    this.#link = null;
    this.#dialAt = clock.wall() + waitScale * reconnectWait(end, this.#failures, random());
    this.#failures += 1;
    this.#events.lost();
    onLink?.(end);
  }
}
