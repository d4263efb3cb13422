import type { FleetSite } from "#simulator/fleet-file.ts";
import { makeHugeTree } from "#simulator/hostile/hostile-frames.ts";
import type { Dial, Link } from "#simulator/logger/link.ts";

type PlainLoggerParts = {
  site: FleetSite;
  dial: Dial;
  registers: number;
  everyMs: number;
  /** ms after the start. */
  firstAt: number;
  /** A frame goes out. @param at the instant of its samples, ms UTC, and of its sending */
  onSend?: (at: number) => void;
  /** Its answer came. */
  onAnswer?: (at: number) => void;
  onEnd: (reason: string) => void;
};

/** Sends one instant of all its registers at an even pace, whatever becomes of it. */
export class PlainLogger {
  readonly #parts: PlainLoggerParts;
  readonly #addresses: string[];
  readonly #equipment: ReturnType<typeof makeHugeTree>;
  #link: Link | null = null;
  #timer: NodeJS.Timeout | undefined;
  #lastAt = 0;
  isWelcome = false;

  constructor(parts: PlainLoggerParts) {
    this.#parts = parts;
    this.#equipment = makeHugeTree(parts.registers);
    this.#addresses = this.#equipment.flatMap(({ address, registers }) =>
      registers.map(({ register }) => address + register),
    );
  }

  start(): void {
    const { site, dial } = this.#parts;
    this.#link = dial(site, {
      opened: () => this.#say({ cmd: 258, id: "c", ...this.#describe() }),
      received: (text) => this.#receive(JSON.parse(text)),
      ended: ({ reason }) => {
        clearInterval(this.#timer);
        if (this.#link !== null) this.#parts.onEnd(reason);
      },
    });
  }

  stop(): void {
    clearInterval(this.#timer);
    const link = this.#link;
    this.#link = null;
    link?.cut();
  }

  #describe() {
    const { serial, systemType } = this.#parts.site;
    return { protocol: 1, serial, systemType, equipment: this.#equipment, events: [] };
  }

  #receive({ cmd, id }: { cmd: number; id: string }): void {
    if (cmd === 259) this.#begin();
    if (cmd === 261) this.#parts.onAnswer?.(Number(id));
    if (cmd === 304) this.#say({ cmd: 305, id, status: 200 });
  }

  #begin(): void {
    this.isWelcome = true;
    const { firstAt, everyMs } = this.#parts;
    setTimeout(() => {
      if (this.#link === null) return;
      this.#timer = setInterval(() => this.#sample(), everyMs);
    }, firstAt);
  }

  #sample(): void {
    const at = Math.max(Date.now(), this.#lastAt + 1);
    this.#lastAt = at;
    const values = Object.fromEntries(
      this.#addresses.map((address, index) => [address, [(at + index * 37) % 10_000]]),
    );
    const frame = JSON.stringify({ cmd: 260, id: `${at}`, start: at, step: 0, count: 1, values });
    this.#parts.onSend?.(at);
    this.#link?.send(frame);
  }

  #say(message: unknown): void {
    this.#link?.send(JSON.stringify(message));
  }
}
