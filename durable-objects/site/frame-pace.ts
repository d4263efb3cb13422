import { type FrameBudget, fullBudget, spendFrame } from "#protocol/logger/frame-budget.ts";
import type { Clock } from "./interfaces.ts";
import { logFailure } from "./log-failure.ts";

type Frame = string | ArrayBuffer;
type Deps = {
  clock: Pick<Clock, "now">;
  /** Resolves after this many ms, during which other work may run. */
  rest: (ms: number) => Promise<void>;
  receiveLoggerFrame: (socket: WebSocket, frame: Frame) => void;
  /** Called when a logger exceeds the rate of heavy frames or the queue of waiting ones. */
  closeFloodingLogger: (socket: WebSocket) => void;
};

/** Frames of this length or more are heavy; shorter ones take too little time to delay others. */
const HEAVY_LENGTH = 32_768;
/** A logger has at most four unanswered batches; other messages are not this long. */
const MAX_HEAVY_WAITING = 8;
/** Limit of all waiting frames, characters: they are in memory. */
const MAX_WAITING_LENGTH = 8 * 1_048_576;
/** Memory of a waiting frame besides its characters. */
const FRAME_OVERHEAD = 256;
/** Pause per character, ms: a frame takes about 70 ns a character, and ten times as long is left to others. */
const REST_MS_EACH = 1 / 1_200;
/** Maximum pause, ms, which still lets a logger send about ten frames a second. */
const MAX_REST_MS = 60;

/**
 * Makes heavy frames of a logger take turns with other work on the thread, which the objects of many sites share. The
 * frames of a flooding logger are counted on arrival, so that most are never parsed. Waiting frames are in memory only:
 * they are not answered yet, so the logger keeps them.
 */
export class FramePace {
  readonly #deps: Deps;
  #socket: WebSocket | null = null;
  #waiting: Frame[] = [];
  #waitingLength = 0;
  #waitingHeavy = 0;
  #isResting = false;
  #heavy: FrameBudget = fullBudget(0);

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Handles a frame of the current socket. Frames are handled in the order in which they arrive. */
  paceFrame(socket: WebSocket, frame: Frame): void {
    if (socket !== this.#socket) this.#begin(socket);
    if (isHeavy(frame) && !this.#mayCome()) this.#dropFlood(socket);
    else if (!this.#isResting) this.#process(socket, frame);
    else if (!this.#hold(frame)) this.#dropFlood(socket);
  }

  #dropFlood(socket: WebSocket): void {
    this.#begin(null);
    this.#deps.closeFloodingLogger(socket);
  }

  /**
   * Queues a frame.
   * @returns whether the queue is within its limits
   */
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
    this.#heavy = fullBudget(this.#deps.clock.now());
  }

  #mayCome(): boolean {
    const left = spendFrame(this.#heavy, this.#deps.clock.now());
    if (left !== null) this.#heavy = left;
    return left !== null;
  }

  #process(socket: WebSocket, frame: Frame): void {
    this.#isResting = isHeavy(frame);
    if (this.#isResting)
      void this.#deps.rest(restMs(frame)).then(() => {
        if (socket === this.#socket) this.#goOn(socket);
      });
    this.#deps.receiveLoggerFrame(socket, frame);
  }

  #goOn(socket: WebSocket): void {
    this.#isResting = false;
    while (!this.#isResting) {
      const frame = this.#next();
      if (frame === undefined) return;
      try {
        this.#process(socket, frame);
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
