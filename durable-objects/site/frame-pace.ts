import { type FrameBudget, fullBudget, spendFrame } from "#protocol/logger/frame-budget.ts";
import { logFailure } from "./log-failure.ts";
import type { Clock } from "./parts.ts";

type Frame = string | ArrayBuffer;
type Needs = {
  clock: Pick<Clock, "now">;
  /** Resolves when so many ms are over; others may run meanwhile. */
  rest: (ms: number) => Promise<void>;
  take: (socket: WebSocket, frame: Frame) => void;
  /** More came than a logger may send, or than can wait. */
  flooded: (socket: WebSocket) => void;
};

/** Shorter frames are over before anybody else would notice. */
const HEAVY_LENGTH = 32_768;
/** A logger has four batches unanswered at most; whatever else it says besides is not so long, … */
const MAX_HEAVY_WAITING = 8;
/** … and all that waits is in memory, characters. */
const MAX_WAITING_LENGTH = 8 * 1_048_576;
/** What a frame that waits takes besides its characters. */
const FRAME_OVERHEAD = 256;
/** A frame takes some 70 ns a character; ten times as long is left to others, … */
const REST_MS_EACH = 1 / 1_200;
/** … but no longer than leaves a logger about ten frames a second. */
const MAX_REST_MS = 60;

/**
 * Heavy frames of a logger take turns with everybody else on the thread, which many sites' objects share. Those of one
 * that floods are counted as they come, so that most of them are never looked at. What waits is in memory alone: no
 * answer has been given to it, so its logger keeps it.
 */
export class FramePace {
  readonly #needs: Needs;
  #socket: WebSocket | null = null;
  #waiting: Frame[] = [];
  #waitingLength = 0;
  #waitingHeavy = 0;
  #isResting = false;
  #heavy: FrameBudget = fullBudget(0);

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Of the socket that counts. Frames are taken in the order in which they come. */
  hear(socket: WebSocket, frame: Frame): void {
    if (socket !== this.#socket) this.#begin(socket);
    if (isHeavy(frame) && !this.#mayCome()) this.#flooded(socket);
    else if (!this.#isResting) this.#take(socket, frame);
    else if (!this.#hold(frame)) this.#flooded(socket);
  }

  #flooded(socket: WebSocket): void {
    this.#begin(null);
    this.#needs.flooded(socket);
  }

  /** Whether there is room for it. */
  #hold(frame: Frame): boolean {
    this.#waiting.push(frame);
    this.#waitingLength += lengthOf(frame) + FRAME_OVERHEAD;
    if (isHeavy(frame)) this.#waitingHeavy += 1;
    return this.#waitingLength <= MAX_WAITING_LENGTH && this.#waitingHeavy <= MAX_HEAVY_WAITING;
  }

  #next(): Frame | undefined {
    const frame = this.#waiting.shift();
    if (frame === undefined) return undefined;
    this.#waitingLength -= lengthOf(frame) + FRAME_OVERHEAD;
    if (isHeavy(frame)) this.#waitingHeavy -= 1;
    return frame;
  }

  #begin(socket: WebSocket | null): void {
    this.#socket = socket;
    this.#waiting = [];
    this.#waitingLength = 0;
    this.#waitingHeavy = 0;
    this.#isResting = false;
    this.#heavy = fullBudget(this.#needs.clock.now());
  }

  #mayCome(): boolean {
    const left = spendFrame(this.#heavy, this.#needs.clock.now());
    if (left !== null) this.#heavy = left;
    return left !== null;
  }

  #take(socket: WebSocket, frame: Frame): void {
    this.#isResting = isHeavy(frame);
    if (this.#isResting)
      void this.#needs.rest(restMs(frame)).then(() => {
        if (socket === this.#socket) this.#goOn(socket);
      });
    this.#needs.take(socket, frame);
  }

  #goOn(socket: WebSocket): void {
    this.#isResting = false;
    while (!this.#isResting) {
      const frame = this.#next();
      if (frame === undefined) return;
      try {
        this.#take(socket, frame);
      } catch (error) {
        logFailure("a frame that had waited failed", error);
      }
    }
  }
}

function lengthOf(frame: Frame): number {
  return typeof frame === "string" ? frame.length : frame.byteLength;
}

function isHeavy(frame: Frame): boolean {
  return lengthOf(frame) >= HEAVY_LENGTH;
}

function restMs(frame: Frame): number {
  return Math.min(MAX_REST_MS, lengthOf(frame) * REST_MS_EACH);
}
