import type { Link, LinkEnd, LinkEvents } from "../logger/link.ts";
import type { Direction, FrameFault } from "./fault.ts";
import { Lane } from "./lane.ts";

type FaultyConnectionDeps<Item> = {
  now: () => number;
  takeFault: (direction: Direction, item: Item) => FrameFault | null;
  durationOf: (direction: Direction, item: Item, now: number) => number;
  events: LinkEvents<Item>;
};

/** A connection with the faults of its line. Ends are reported in a `tick`, never during a `send`. */
export class FaultyConnection<Item> implements Link<Item> {
  readonly #deps: FaultyConnectionDeps<Item>;
  readonly #up: Lane<Item>;
  readonly #down: Lane<Item>;
  #inner: Link<Item> | null = null;
  #isOpen = false;
  /** Whether the dialling side has left, or is about to be notified of the end. */
  #isLeft = false;
  #isLeaving = false;
  #isInnerOver = false;
  #end: LinkEnd | null = null;
  #isEndReported = false;

  constructor(deps: FaultyConnectionDeps<Item>) {
    this.#deps = deps;
    this.#up = this.#makeLane("up", (item) => this.#inner?.send(item));
    this.#down = this.#makeLane("down", (item) => {
      if (!this.#isLeft) deps.events.received(item);
    });
  }

  /** Events of the underlying connection. */
  readonly innerEvents: LinkEvents<Item> = {
    opened: () => {
      if (this.#isLeft) return;
      this.#isOpen = true;
      this.#deps.events.opened();
    },
    received: (item) => {
      if (!this.#isLeft) this.#down.enter(item, this.#deps.now());
    },
    ended: (end) => {
      this.#isInnerOver = true;
      this.#up.clear();
      if (!this.#down.isDead(this.#deps.now())) this.#end ??= end;
    },
  };

  attach(inner: Link<Item>): void {
    this.#inner = inner;
  }

  /** Whether both sides are done with the connection. */
  get isOver(): boolean {
    return this.#isEndReported && this.#isInnerOver;
  }

  /** Number of frames in transit, plus one for an end that is not reported yet. */
  get underWay(): number {
    const ends = this.#end !== null && !this.#isEndReported ? 1 : 0;
    return this.#up.underWay + this.#down.underWay + ends;
  }

  send(item: Item): void {
    if (this.#isOpen && !this.#isLeft && !this.#isLeaving) this.#up.enter(item, this.#deps.now());
  }

  close(): void {
    if (this.#isLeft) return;
    this.#isLeaving = true;
    if (this.#up.isDead(this.#deps.now())) this.#leave({ reason: "left unheard" });
    else this.#sayGoodbye();
  }

  cut(): void {
    if (this.#isLeft) return;
    const isReceived = !this.#up.isDead(this.#deps.now());
    this.#leave({ reason: "cut" });
    if (isReceived) this.#inner?.cut();
  }

  pause(): void {
    this.#down.hold();
    this.#inner?.pause();
  }

  resume(): void {
    this.#down.release(this.#deps.now());
    this.#inner?.resume();
  }

  /** Cuts the connection in transit: both sides notice. @returns false if no side was connected any more */
  sever(): boolean {
    const wasThere = !this.#isLeft;
    if (wasThere) this.#leave({ reason: "cut on the way" });
    this.#inner?.cut();
    return wasThere;
  }

  /**
   * Loses the frames of one or both directions.
   * @returns false if the connection is not established yet, or already over
   */
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
    // Frames sent before a close arrive before it.
    if (this.#end === null || this.#isEndReported || !this.#down.isEmpty) return;
    this.#isLeft = true;
    this.#isEndReported = true;
    this.#deps.events.ended(this.#end);
  }

  #makeLane(direction: Direction, deliver: (item: Item) => void): Lane<Item> {
    const { takeFault, durationOf } = this.#deps;
    return new Lane({
      takeFault: (item) => takeFault(direction, item),
      durationOf: (item, now) => durationOf(direction, item, now),
      deliver,
      cut: (last) => {
        this.#isLeft = true;
        if (last !== null && direction === "up") this.#inner?.send(last);
        if (last !== null && direction === "down") this.#deps.events.received(last);
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
