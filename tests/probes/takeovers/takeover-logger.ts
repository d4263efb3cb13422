import { expect } from "vitest";
import type { ProbeSocket } from "../../support/probe-socket.ts";
import { EQUIPMENT } from "../../support/site-logger.ts";
import { openLogger } from "../../support/worker-gate.ts";
import type { Ledger, TakenBatch } from "./ledger.ts";

const MAX_UNANSWERED = 4;
const PATIENCE_MS = 10_000;

type Clock = { now(): number; forward(ms: number): number };

/** One connection of a logger that sends, keeps what is unanswered, and notes every answer. */
export class TakeoverLogger {
  readonly #serial: string;
  readonly #clock: Clock;
  readonly #ledger: Ledger;
  readonly #pending = new Map<string, TakenBatch>();
  #socket: ProbeSocket | null = null;
  #connected = false;
  #closedWith: number | null = null;
  #wake: () => void = () => {};

  constructor(serial: string, clock: Clock, ledger: Ledger) {
    this.#serial = serial;
    this.#clock = clock;
    this.#ledger = ledger;
  }

  /** Asks the Worker for a socket; from here on this connection is the newer one. */
  async open(): Promise<void> {
    this.#socket = await openLogger(
      this.#serial,
      (text) => this.#receive(text),
      (code) => {
        this.#closedWith = code;
        this.#wake();
      },
    );
  }

  get closedWith(): number | null {
    return this.#closedWith;
  }

  get mayUpload(): boolean {
    return this.#closedWith === null && this.#pending.size < MAX_UNANSWERED;
  }

  /** What was sent and not answered. */
  get unanswered(): TakenBatch[] {
    return [...this.#pending.values()];
  }

  connect(): void {
    const clock = this.#clock.forward(100);
    const tree = { systemType: "10001", equipment: EQUIPMENT, events: [] };
    this.#say({ cmd: 258, id: "connect", protocol: 1, serial: this.#serial, clock, ...tree });
  }

  /** What others left unanswered first, else something new. */
  upload(): void {
    const batch = this.#ledger.next(this.#clock.forward(100));
    this.#pending.set(batch.id, batch);
    if (this.#say({ cmd: 260, ...batch })) this.#ledger.sent(batch);
  }

  /** Resolves with the next frame, or when the socket is closed. */
  changed(): Promise<void> {
    if (this.#closedWith !== null) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error("nothing was received")), PATIENCE_MS);
      this.#wake = () => {
        clearTimeout(late);
        resolve();
      };
    });
  }

  /** Until the socket is closed. */
  async ended(): Promise<number> {
    while (this.#closedWith === null) await this.changed();
    return this.#closedWith;
  }

  /** Until all is answered, the `connect` too, or the socket is closed. */
  async settled(): Promise<void> {
    while (this.#closedWith === null && (!this.#connected || this.#pending.size > 0))
      await this.changed();
  }

  /** @returns whether it went out */
  #say(message: object): boolean {
    try {
      this.#socket?.send(JSON.stringify(message));
      return true;
    } catch {
      // Closed meanwhile: another logger sends what was not answered.
      return false;
    }
  }

  #receive(text: string): boolean {
    const message = JSON.parse(text) as Record<string, unknown>;
    const { cmd, id } = message;
    if (this.#closedWith !== null) throw new Error("an answer on a closed socket");
    if (cmd === 304) this.#say({ cmd: 305, id, status: 200 });
    else if (cmd === 259) {
      expect(message).toMatchObject({ id: "connect", status: 200, time: expect.any(Number) });
      this.#connected = true;
    } else this.#takeAnswer(message);
    this.#wake();
    return true;
  }

  /** Only what this connection sent is answered, once each. */
  #takeAnswer({ cmd, id, status, refused }: Record<string, unknown>): void {
    const batch = this.#pending.get(id as string);
    if (cmd !== 261 || status !== 200 || refused !== undefined || batch === undefined)
      this.#ledger.fault(`an answer to nothing: ${JSON.stringify({ cmd, id, status, refused })}`);
    else {
      this.#pending.delete(batch.id);
      this.#ledger.acknowledged(batch);
    }
  }
}
