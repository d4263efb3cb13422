import type { Link, LinkEnd, LinkEvents } from "../logger/link.ts";
import type { Direction, FrameFault } from "./fault.ts";
import { Lane } from "./lane.ts";

type FaultyConnectionParts<Item> = {
  now: () => number;
  takeFault: (direction: Direction, item: Item) => FrameFault | null;
  durationOf: (direction: Direction, item: Item, now: number) => number;
  events: LinkEvents<Item>;
};

/** A connection, and what can happen to it on its way. Ends are told with a `tick`, never in the midst of a `send`. */
export class FaultyConnection<Item> implements Link<Item> {
  readonly #parts: FaultyConnectionParts<Item>;
  readonly #up: Lane<Item>;
  readonly #down: Lane<Item>;
  #inner: Link<Item> | null = null;
  #isOpen = false;
  /** The side that dialled has left, or will be told of the end. */
  #isLeft = false;
  #isLeaving = false;
  #isInnerOver = false;
  #end: LinkEnd | null = null;
  #isToldOfEnd = false;

  constructor(parts: FaultyConnectionParts<Item>) {
    this.#parts = parts;
    this.#up = this.#makeLane("up", (item) => this.#inner?.send(item));
    this.#down = this.#makeLane("down", (item) => {
      if (!this.#isLeft) parts.events.received(item);
    });
  }

  /** What the connection itself tells. */
  readonly innerEvents: LinkEvents<Item> = {
    opened: () => {
      if (this.#isLeft) return;
      this.#isOpen = true;
      this.#parts.events.opened();
    },
    received: (item) => {
      if (!this.#isLeft) this.#down.enter(item, this.#parts.now());
    },
    ended: (end) => {
      this.#isInnerOver = true;
      this.#up.clear();
      if (!this.#down.isDead(this.#parts.now())) this.#end ??= end;
    },
  };

  attach(inner: Link<Item>): void {
    this.#inner = inner;
  }

  /** Both sides are done with it. */
  get isOver(): boolean {
    return this.#isToldOfEnd && this.#isInnerOver;
  }

  /** Frames on their way, or an end that has still to be told. */
  get underWay(): number {
    const ends = this.#end !== null && !this.#isToldOfEnd ? 1 : 0;
    return this.#up.underWay + this.#down.underWay + ends;
  }

  send(item: Item): void {
    if (this.#isOpen && !this.#isLeft && !this.#isLeaving) this.#up.enter(item, this.#parts.now());
  }

  close(): void {
    if (this.#isLeft) return;
    this.#isLeaving = true;
    if (this.#up.isDead(this.#parts.now())) this.#leave({ reason: "left unheard" });
    else this.#sayGoodbye();
  }

  cut(): void {
    if (this.#isLeft) return;
    const isHeard = !this.#up.isDead(this.#parts.now());
    this.#leave({ reason: "cut" });
    if (isHeard) this.#inner?.cut();
  }

  pause(): void {
    this.#down.hold();
    this.#inner?.pause();
  }

  resume(): void {
    this.#down.release(this.#parts.now());
    this.#inner?.resume();
  }

  /** Cut on the way: both sides notice. @returns false where nobody was on it any more */
  sever(): boolean {
    const wasThere = !this.#isLeft;
    if (wasThere) this.#leave({ reason: "cut on the way" });
    this.#inner?.cut();
    return wasThere;
  }

  /** @returns false where there is no connection that could be so yet, or any more */
  halfOpen(direction: Direction | "both", until: number): boolean {
    if (!this.#isOpen || this.#isLeft) return false;
    if (direction !== "down") this.#up.kill(until);
    if (direction !== "up") this.#down.kill(until);
    return true;
  }

  tick(now: number): void {
    this.#up.tick(now);
    this.#down.tick(now);
    if (this.#isLeaving) this.#sayGoodbye();
    // What was said before a goodbye is heard before it.
    if (this.#end === null || this.#isToldOfEnd || !this.#down.isEmpty) return;
    this.#isLeft = true;
    this.#isToldOfEnd = true;
    this.#parts.events.ended(this.#end);
  }

  #makeLane(direction: Direction, deliver: (item: Item) => void): Lane<Item> {
    const { takeFault, durationOf } = this.#parts;
    return new Lane({
      takeFault: (item) => takeFault(direction, item),
      durationOf: (item, now) => durationOf(direction, item, now),
      deliver,
      cut: (last) => {
        this.#isLeft = true;
        if (last !== null && direction === "up") this.#inner?.send(last);
        if (last !== null && direction === "down") this.#parts.events.received(last);
        this.#leave({ reason: "cut on the way" });
        this.#inner?.cut();
      },
    });
  }

  #leave(end: LinkEnd): void {
    this.#isLeft = true;
    this.#isLeaving = false;
    this.#end = end;
    this.#up.clear();
    this.#down.clear();
  }

  #sayGoodbye(): void {
    if (!this.#up.isEmpty) return;
    this.#isLeaving = false;
    this.#inner?.close();
  }
}
