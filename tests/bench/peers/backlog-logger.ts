import { setTimeout as wait } from "node:timers/promises";
import WebSocket from "ws";
import {
  FRAMES_PER_SECOND,
  HEARTBEAT_EVERY_MS,
  LOGGER_SUBPROTOCOL,
  MAX_UNANSWERED_BATCHES,
} from "#protocol/logger/limits.ts";

const FRAME_MS = 1_000 / FRAMES_PER_SECOND;

type Site = { serial: string; secret: string };

type Answer = { cmd: number; id: string; status?: number; refused?: unknown; retryAfter?: number };

/** A logger that sends its past as fast as the contract allows. */
export class BacklogLogger {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<string, { text: string; settle(error: Error | null): void }>();
  readonly #heartbeat: NodeJS.Timeout;
  #sent = 0;
  #free: (() => void)[] = [];
  #notBefore = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    this.#heartbeat = setInterval(() => socket.send('{"cmd":256}'), HEARTBEAT_EVERY_MS);
    socket.on("message", (data) => this.#receive(JSON.parse(String(data))));
    socket.on("close", (code) => {
      for (const { settle } of this.#waiting.values()) settle(new Error(`closed with ${code}`));
    });
  }

  static async open(url: string, site: Site, equipment: readonly object[]): Promise<BacklogLogger> {
    const secret = Buffer.from(`${site.serial}:${site.secret}`).toString("base64");
    const socket = new WebSocket(`${url.replace(/^http/, "ws")}/ws/logger`, [LOGGER_SUBPROTOCOL], {
      headers: { Authorization: `Basic ${secret}` },
      perMessageDeflate: false,
    });
    await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
    const logger = new BacklogLogger(socket);
    const { serial } = site;
    const connect = { cmd: 258, protocol: 1, serial, systemType: "10001", equipment, events: [] };
    await logger.#ask("connect", connect);
    return logger;
  }

  /** Resolves when the batch is stored, after which further ones may be on their way already. */
  async send(batch: { start: number; step: number; count: number; values: object }): Promise<void> {
    while (this.#waiting.size >= MAX_UNANSWERED_BATCHES)
      await new Promise<void>((resolve) => this.#free.push(resolve));
    this.#sent += 1;
    const answered = this.#ask(`b${this.#sent}`, { cmd: 260, backlog: true, ...batch });
    const now = performance.now();
    this.#notBefore = Math.max(now, this.#notBefore) + FRAME_MS;
    await wait(Math.max(0, this.#notBefore - FRAME_MS - now));
    await answered;
  }

  end(): void {
    clearInterval(this.#heartbeat);
    this.#socket.removeAllListeners("close").terminate();
  }

  #ask(id: string, message: object): Promise<void> {
    const text = JSON.stringify({ id, ...message });
    return new Promise((resolve, reject) => {
      const settle = (error: Error | null) => {
        this.#waiting.delete(id);
        this.#free.shift()?.();
        if (error === null) resolve();
        else reject(error);
      };
      this.#waiting.set(id, { text, settle });
      this.#socket.send(text);
    });
  }

  #receive({ cmd, id, status, refused, retryAfter }: Answer): void {
    if (cmd === 304) this.#socket.send(JSON.stringify({ cmd: 305, id, status: 200 }));
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    // Its site has as much backlog a minute as it may have: the batch is sent again.
    if (status === 429 && retryAfter !== undefined) {
      setTimeout(() => this.#socket.send(waiting.text), retryAfter * 1_000);
      return;
    }
    const isWhole = status === 200 && refused === undefined;
    waiting.settle(isWhole ? null : new Error(`${cmd} ${status} ${refused}`));
  }
}
