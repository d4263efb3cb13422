import type { FrameFault } from "./fault.ts";

/** What a lane has to do with the line that it is part of. */
type LaneParts<Item> = {
  /** The fault that befalls this one, if any does; it will not be given again. */
  takeFault: (item: Item) => FrameFault | null;
  /** ms that it takes to pass. */
  durationOf: (item: Item, now: number) => number;
  deliver: (item: Item) => void;
  /** The connection is cut, and `last` is the last to pass; null where nothing more does. */
  cut: (last: Item | null) => void;
};

type Waiting<Item> = { item: Item; due: number; cutsAfter: boolean };
type Overtaken<Item> = { item: Item; due: number; places: number };

/** One direction of one connection. What has entered passes in its order and in its time but for the faults. */
export class Lane<Item> {
  readonly #parts: LaneParts<Item>;
  #queue: Waiting<Item>[] = [];
  #copies: { item: Item; due: number }[] = [];
  #overtaken: Overtaken<Item>[] = [];
  /** When the last one in the queue will have passed. */
  #freeAt = Number.NEGATIVE_INFINITY;
  #deadUntil = Number.NEGATIVE_INFINITY;
  #isHeld = false;

  constructor(parts: LaneParts<Item>) {
    this.#parts = parts;
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

  /** What is under way, and what enters before then, is lost. */
  kill(until: number): void {
    this.#deadUntil = Math.max(this.#deadUntil, until);
    this.clear();
  }

  clear(): void {
    this.#queue = [];
    this.#copies = [];
    this.#overtaken = [];
  }

  /** Whoever is at its end does not read; nothing is lost. */
  hold(): void {
    this.#isHeld = true;
  }

  release(now: number): void {
    this.#isHeld = false;
    this.tick(now);
  }

  enter(item: Item, now: number): void {
    if (this.isDead(now)) return;
    const fault = this.#parts.takeFault(item);
    if (fault?.kind === "drop") return;
    if (fault?.kind === "cut" && fault.moment === "before") {
      this.#parts.cut(null);
      return;
    }
    if (fault?.kind === "reorder" && fault.places > 0) {
      this.#overtaken.push({ item, due: now + fault.withinMs, places: fault.places });
      return;
    }
    const begun = Math.max(now, this.#freeAt) + (fault?.kind === "delay" ? fault.ms : 0);
    const due = begun + this.#parts.durationOf(item, now);
    this.#freeAt = due;
    this.#queue.push({ item, due, cutsAfter: fault?.kind === "cut" });
    if (fault?.kind === "duplicate") {
      if (fault.afterMs === 0) this.#queue.push({ item, due, cutsAfter: false });
      else this.#copies.push({ item, due: due + fault.afterMs });
    }
    this.tick(now);
  }

  /** Lets pass what is due, the earliest first. */
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
        this.#parts.deliver(copy.item);
      }
    }
  }

  #passHead(): void {
    const head = this.#queue.shift();
    if (head === undefined) return;
    if (head.cutsAfter) {
      this.#parts.cut(head.item);
      return;
    }
    for (const one of this.#overtaken) one.places -= 1;
    this.#parts.deliver(head.item);
    for (const one of this.#overtaken.filter(({ places }) => places <= 0)) this.#passOvertaken(one);
  }

  #passOvertaken(one: Overtaken<Item>): void {
    const place = this.#overtaken.indexOf(one);
    if (place === -1) return;
    this.#overtaken.splice(place, 1);
    this.#parts.deliver(one.item);
  }
}

function earliest<Item extends { due: number }>(items: readonly Item[]): Item | undefined {
  return items.reduce<Item | undefined>(
    (best, item) => (best === undefined || item.due < best.due ? item : best),
    undefined,
  );
}
