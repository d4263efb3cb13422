import type { FrameFault } from "./fault.ts";

/** Dependencies of a lane on its line. */
type LaneDeps<Item> = {
  /** Removes and returns the armed fault for an item, if any. */
  takeFault: (item: Item) => FrameFault | null;
  /** Transmission time of an item, ms. */
  durationOf: (item: Item, now: number) => number;
  deliver: (item: Item) => void;
  /** Cuts the connection after `last`; null lets nothing more pass. */
  cut: (last: Item | null) => void;
};

type Waiting<Item> = { item: Item; due: number; cutsAfter: boolean };
type Overtaken<Item> = { item: Item; due: number; places: number };

/** One direction of one connection. Items pass in order and in time, except for faults. */
export class Lane<Item> {
  readonly #deps: LaneDeps<Item>;
  #queue: Waiting<Item>[] = [];
  #copies: { item: Item; due: number }[] = [];
  #overtaken: Overtaken<Item>[] = [];
  /** When the last queued item will have passed. */
  #freeAt = Number.NEGATIVE_INFINITY;
  #deadUntil = Number.NEGATIVE_INFINITY;
  #isHeld = false;

  constructor(deps: LaneDeps<Item>) {
    this.#deps = deps;
  }

  get isEmpty(): boolean {
    return this.underWay === 0;
  }

  get underWay(): number {
    return this.#queue.length + this.#copies.length + this.#overtaken.length;
  }

  isDead(now: number): boolean {
    return now < this.#deadUntil;
  }

  /** Loses all items in transit, and those that enter before `until`. */
  kill(until: number): void {
    this.#deadUntil = Math.max(this.#deadUntil, until);
    this.clear();
  }

  clear(): void {
    this.#queue = [];
    this.#copies = [];
    this.#overtaken = [];
  }

  /** The receiver does not read; nothing is lost. */
  hold(): void {
    this.#isHeld = true;
  }

  release(now: number): void {
    this.#isHeld = false;
    this.tick(now);
  }

  enter(item: Item, now: number): void {
    if (this.isDead(now)) return;
    const fault = this.#deps.takeFault(item);
    if (fault?.kind === "drop") return;
    if (fault?.kind === "cut" && fault.moment === "before") {
      this.#deps.cut(null);
      return;
    }
    if (fault?.kind === "reorder" && fault.places > 0) {
      this.#overtaken.push({ item, due: now + fault.withinMs, places: fault.places });
      return;
    }
    const begun = Math.max(now, this.#freeAt) + (fault?.kind === "delay" ? fault.ms : 0);
    const due = begun + this.#deps.durationOf(item, now);
    this.#freeAt = due;
    this.#queue.push({ item, due, cutsAfter: fault?.kind === "cut" });
    if (fault?.kind === "duplicate") {
      if (fault.afterMs === 0) this.#queue.push({ item, due, cutsAfter: false });
      else this.#copies.push({ item, due: due + fault.afterMs });
    }
    this.tick(now);
  }

  /** Passes the due items, the earliest first. */
  tick(now: number): void {
    while (!this.#isHeld) {
      const head = this.#queue[0];
      const copy = earliest(this.#copies);
      const late = earliest(this.#overtaken);
      const due = Math.min(...[head, copy, late].map((one) => one?.due ?? Infinity));
      if (due > now || due === Infinity) return;
      if (head?.due === due) this.#passHead();
      else if (late?.due === due) this.#passOvertaken(late);
      else if (copy !== undefined) {
        this.#copies.splice(this.#copies.indexOf(copy), 1);
        this.#deps.deliver(copy.item);
      }
    }
  }

  #passHead(): void {
    const head = this.#queue.shift();
    if (head === undefined) return;
    if (head.cutsAfter) {
      this.#deps.cut(head.item);
      return;
    }
    for (const one of this.#overtaken) one.places -= 1;
    this.#deps.deliver(head.item);
    for (const one of this.#overtaken.filter(({ places }) => places <= 0)) this.#passOvertaken(one);
  }

  #passOvertaken(one: Overtaken<Item>): void {
    const place = this.#overtaken.indexOf(one);
    if (place === -1) return;
    this.#overtaken.splice(place, 1);
    this.#deps.deliver(one.item);
  }
}

function earliest<Item extends { due: number }>(items: readonly Item[]): Item | undefined {
  return items.reduce<Item | undefined>(
    (best, item) => (best === undefined || item.due < best.due ? item : best),
    undefined,
  );
}
