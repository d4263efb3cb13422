import { HEARTBEAT_ANSWER_TEXT, HEARTBEAT_TEXT } from "#protocol/logger/command-numbers.ts";
import type { SocketEnd } from "./socket-end.ts";

export type Direction = "up" | "down";

/** How a connection, or the attempt at one, ended for who dialled. */
export type LineEnd = {
  reason: string;
  /** Close code. */
  code?: number;
  /** HTTP status of a refused upgrade. */
  refused?: number;
  retryAfterMs?: number;
};

/** Who dialled. `opened` once at most, `ended` exactly once and last. */
export type Caller = {
  readonly kind: "logger" | "viewer";
  /** What a frame says, read once as it leaves the object; for a viewer the opened body. */
  read(text: string): unknown;
  opened(line: Line): void;
  frameArrived(text: string, content: unknown, line: Line): void;
  ended(end: LineEnd, line: Line): void;
};

/** What becomes of one frame. A cut takes all that is under way with it, in both directions. */
export type Verdict = {
  /** ms more than the line takes anyway; what follows waits behind it, for a socket never reorders. */
  delayMs?: number;
  cut?: "before" | "after";
  /** It is lost and the line stays: the platform delivers a message at most once. */
  drop?: boolean;
  /** It comes a second time, for a sender that says everything twice. */
  twice?: boolean;
  /** From here on nothing passes in this direction without a close: half-open. */
  stall?: boolean;
};

type LineParts = {
  id: string;
  caller: Caller;
  now: () => number;
  plan: (delayMs: number, act: () => void | Promise<void>) => void;
  /** What becomes of a frame. `content` as far as it is known. */
  judge: (line: Line, direction: Direction, content: unknown) => Verdict;
  /** A frame comes to the object's door. Resolves when it has been handled. */
  deliver: (line: Line, text: string, content: unknown) => Promise<void>;
  /** One way, ms. */
  latencyMs: number;
  /** A broken line's object finds out after so long, ms; null for never. */
  noticeMs: () => number | null;
};

/**
 * One connection between a logger or a viewer and the object. Frames keep their order; what a fault may do is to hold
 * them back, to cut the line before or after any of them, or to let nothing pass any more while both ends stay open.
 */
export class Line {
  readonly id: string;
  readonly caller: Caller;
  readonly #parts: LineParts;
  readonly #lastDue: Record<Direction, number> = { up: 0, down: 0 };
  readonly #isStalled: Record<Direction, boolean> = { up: false, down: false };
  #end: SocketEnd | null = null;
  /** The caller has been notified of the end, or ended it itself. */
  #isOver = false;
  #isCut = false;
  #isCloseSeen = false;
  /** Frames on their way. */
  underWay = 0;
  /** No frame was lost on it so far, nor said twice. */
  isClean = true;
  /** When the platform answered a heartbeat last, ms UTC. */
  heartbeatAt: number | null = null;

  constructor(parts: LineParts) {
    this.#parts = parts;
    this.id = parts.id;
    this.caller = parts.caller;
  }

  /** Whether frames of the caller may still come to the object. */
  get isUp(): boolean {
    return !this.#isCut && this.#end?.isOpen === true;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Nothing will ever come of it again, on either side. */
  get isGone(): boolean {
    return this.#isCloseSeen && this.#end?.inbox.length === 0;
  }

  /** Hands a frame to the object. */
  hand(text: string): void {
    this.#end?.send(text);
  }

  /** The upgrade was taken. */
  take(end: SocketEnd): void {
    this.#end = end;
    if (this.#isOver || this.#isCut) this.#letObjectNotice();
    else
      this.#travel("down", {}, () => {
        if (!this.#isOver) this.caller.opened(this);
      });
  }

  refuse(end: LineEnd): void {
    this.#report(this.#parts.latencyMs, end);
  }

  /** The caller says something. @param content what he says, where the text is sealed */
  send(text: string, content?: unknown): void {
    if (this.#isOver) return;
    const verdict = this.#judge("up", content ?? text);
    if (verdict.cut === "before") {
      this.cut();
      return;
    }
    if (verdict.drop === true) return;
    if (verdict.twice === true) this.#travel("up", verdict, () => this.#arrive(text, content));
    this.#travel("up", verdict, async () => {
      await this.#arrive(text, content);
      if (verdict.cut === "after") this.cut();
    });
  }

  /** The caller says goodbye. */
  close(code = 1000): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#isStalled.up || this.#isCut) this.#letObjectNotice();
    else this.#travel("up", {}, () => this.#end?.close(code));
  }

  /**
   * Both directions are gone, and what was under way with them.
   * @param closeDelayMs when the caller notices; null for never
   */
  cut(closeDelayMs: number | null = 0): void {
    if (this.#isCut) return;
    this.#isCut = true;
    this.isClean = false;
    if (closeDelayMs !== null) this.#report(closeDelayMs, { reason: "cut", code: 1006 });
    this.#letObjectNotice();
  }

  /** Half-open: nothing passes in this direction any more. */
  stall(direction: Direction): void {
    this.#isStalled[direction] = true;
    this.isClean = false;
  }

  /** What the object sent goes on its way, and its close. To be called whenever the object is quiet. */
  collect(note: (content: unknown) => void, left: (code: number) => void): void {
    const end = this.#end;
    if (end === null) return;
    for (const text of end.inbox.splice(0)) {
      const content = this.caller.read(text);
      note(content);
      this.#sendDown(text, content);
    }
    const code = end.closedWith;
    if (code === null || this.#isCloseSeen) return;
    this.#isCloseSeen = true;
    left(code);
    if (this.#isOver || this.#isCut || this.#isStalled.down) return;
    const due = this.#dueOf("down", 0);
    this.#report(due - this.#parts.now(), { reason: `closed with ${code}`, code });
  }

  #sendDown(text: string, content: unknown): void {
    if (this.#isCut || this.#isOver) return;
    const verdict = this.#judge("down", content);
    if (verdict.cut === "before") {
      this.cut();
      return;
    }
    if (verdict.drop === true) return;
    const receive = () => {
      if (!this.#isOver) this.caller.frameArrived(text, content, this);
    };
    if (verdict.twice === true) this.#travel("down", verdict, receive);
    this.#travel("down", verdict, () => {
      receive();
      if (verdict.cut === "after") this.cut();
    });
  }

  async #arrive(text: string, content: unknown): Promise<void> {
    if (!this.isUp) return;
    if (text !== HEARTBEAT_TEXT) return this.#parts.deliver(this, text, content);
    this.heartbeatAt = this.#parts.now();
    this.#sendDown(HEARTBEAT_ANSWER_TEXT, HEARTBEAT_ANSWER_TEXT);
  }

  #judge(direction: Direction, content: unknown): Verdict {
    const verdict = this.#parts.judge(this, direction, content);
    if (verdict.stall === true) this.stall(direction);
    if (verdict.drop === true || verdict.twice === true) this.isClean = false;
    return verdict;
  }

  #travel(direction: Direction, { delayMs = 0 }: Verdict, act: () => void | Promise<void>): void {
    const due = this.#dueOf(direction, delayMs);
    this.#lastDue[direction] = due;
    // What a stalled direction holds is lost with the line.
    if (this.#isStalled[direction]) return;
    this.underWay += 1;
    this.#parts.plan(due - this.#parts.now(), () => {
      this.underWay -= 1;
      return this.#isCut ? undefined : act();
    });
  }

  #dueOf(direction: Direction, delayMs: number): number {
    const { now, latencyMs } = this.#parts;
    return Math.max(now() + latencyMs + delayMs, this.#lastDue[direction]);
  }

  #report(afterMs: number, end: LineEnd): void {
    this.#parts.plan(afterMs, () => {
      if (this.#isOver) return;
      this.#isOver = true;
      this.caller.ended(end, this);
    });
  }

  #letObjectNotice(): void {
    const end = this.#end;
    const after = this.#parts.noticeMs();
    if (end === null || after === null) return;
    this.#parts.plan(after, () => end.close());
  }
}
