import { type FrameBudget, fullBudget, spendFrame } from "#protocol/logger/frame-budget.ts";
import { logFailure } from "./log-failure.ts";
import type { Clock } from "./parts.ts";

type Frame = string | ArrayBuffer;
type Needs = {
  clock: Pick<Clock, "now">;
  /** Resolves when so many ms are over; others may run meanwhile. */
  rest: (ms: number) => Promise<void>;
  take: (socket: WebSocket, frame: Frame) => void;
  /** More heavy frames came than a logger may send. */
  flooded: (socket: WebSocket) => void;
};

/** Shorter frames are over before anybody else would notice. */
const HEAVY_LENGTH = 32_768;
/** A frame takes some 70 ns a character; ten times as long is left to others, … */
const REST_MS_EACH = 1 / 1_200;
/** … but no longer than leaves a logger about ten frames a second. */
const LONGEST_REST_MS = 60;

/**
 * Heavy frames of a logger take turns with everybody else on the thread, which many sites' objects share. Those of one
 * that floods are counted as they come, so that most of them are never looked at. What waits is in memory alone: no
 * answer has been given to it, so its logger keeps it.
 */
export class FramePace {
  readonly #needs: Needs;
  #socket: WebSocket | null = null;
  #waiting: Frame[] = [];
  #isResting = false;
  #heavy: FrameBudget = fullBudget(0);

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Of the socket that counts. Frames are taken in the order in which they come. */
  hear(socket: WebSocket, frame: Frame): void {
    if (socket !== this.#socket) this.#begin(socket);
    if (isHeavy(frame) && !this.#mayCome()) {
      this.#begin(null);
      this.#needs.flooded(socket);
    } else if (this.#isResting) this.#waiting.push(frame);
    else this.#take(socket, frame);
  }

  #begin(socket: WebSocket | null): void {
    this.#socket = socket;
    this.#waiting = [];
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
      const frame = this.#waiting.shift();
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
  return Math.min(LONGEST_REST_MS, lengthOf(frame) * REST_MS_EACH);
}
