import type { FleetClock } from "./fleet-clock.ts";
import type { Dial, Link, LinkEnd } from "./link.ts";
import { reconnectWait } from "./reconnect-wait.ts";

type ConnectionEvents = {
  opened(link: Link): void;
  received(text: string): void;
  /** Called when the connection has ended, whichever side ended it. */
  lost(): void;
};

export type ConnectionDeps = {
  credentials: { serial: string; secret: string };
  dial: Dial;
  clock: FleetClock;
  /** In [0, 1). */
  random?: () => number;
  /** Factor for all waits. */
  waitScale?: number;
  /** Earliest instant to dial, by the wall clock. */
  dialAt?: number;
  /** Called with null when the portal welcomes the logger, and with the end of each connection. */
  onLink?: (end: LinkEnd | null) => void;
};

/** Keeps one connection to the portal, with the reconnection waits of the protocol. */
export class Connection {
  readonly #deps: ConnectionDeps;
  readonly #events: ConnectionEvents;
  #link: Link | null = null;
  #failures = 0;
  #dialAt: number;

  constructor(deps: ConnectionDeps, events: ConnectionEvents) {
    this.#deps = deps;
    this.#events = events;
    this.#dialAt = deps.dialAt ?? deps.clock.wall();
  }

  get isWaiting(): boolean {
    return this.#link === null;
  }

  tick(wall: number): void {
    if (this.#link === null && wall >= this.#dialAt) this.#dial();
  }

  /** Handles a 259. */
  welcome(): void {
    this.#failures = 0;
    this.#deps.onLink?.(null);
  }

  /** Closes the connection from the logger's side. */
  hangUp(reason: string): void {
    const link = this.#link;
    if (link === null) return;
    this.#lose({ reason });
    link.close();
  }

  /** Cuts the cable; the usual waits apply. */
  drop(): void {
    this.#link?.cut();
  }

  /** Switches the power off until `dialAt`; waits are reset. */
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
    const { dial, credentials } = this.#deps;
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
    const { clock, random = Math.random, waitScale = 1, onLink } = this.#deps;
    this.#link = null;
    this.#dialAt = clock.wall() + waitScale * reconnectWait(end, this.#failures, random());
    this.#failures += 1;
    this.#events.lost();
    onLink?.(end);
  }
}
