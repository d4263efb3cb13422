import { exports } from "cloudflare:workers";
import { HEARTBEAT_TEXT } from "#protocol/logger/command-numbers.ts";
import { LOGGER_SUBPROTOCOL } from "#protocol/logger/limits.ts";
import type { Dial, LinkEvents } from "#simulator/logger/link.ts";
import { ORIGIN } from "../support/call-api.ts";

/** Commands that the portal answers. */
const ANSWERED = new Set([256, 258, 260, 262, 264]);

/** A logger's line to the real Worker, on which frames wait until they are let go. */
export class LoggerLine {
  #socket: WebSocket | null = null;
  #events: LinkEvents | null = null;
  #credentials = { serial: "", secret: "" };
  #wantsDial = false;
  #waiting: string[] = [];
  #unanswered = 0;
  #allAnswered = () => {};

  readonly dial: Dial = (credentials, events) => {
    this.#wantsDial = true;
    this.#events = events;
    this.#credentials = credentials;
    return {
      send: (text) => void this.#waiting.push(text),
      close: () => this.#socket?.close(1000),
      cut: () => this.#socket?.close(1000),
      pause: () => {},
      resume: () => {},
    };
  };

  get wantsDial(): boolean {
    return this.#wantsDial;
  }

  /** The frames that wait to be sent: heartbeats in the constant text, which wake no object, and others. */
  get waiting(): { heartbeats: number; messages: number } {
    const heartbeats = this.#waiting.filter((text) => text === HEARTBEAT_TEXT).length;
    return { heartbeats, messages: this.#waiting.length - heartbeats };
  }

  async connect(): Promise<void> {
    this.#wantsDial = false;
    const { serial, secret } = this.#credentials;
    const response = await exports.default.fetch(`${ORIGIN}/ws/logger`, {
      headers: {
        Upgrade: "websocket",
        "Sec-WebSocket-Protocol": LOGGER_SUBPROTOCOL,
        Authorization: `Basic ${btoa(`${serial}:${secret}`)}`,
      },
    });
    const { webSocket } = response;
    if (webSocket === null) throw new Error(`no socket, but ${response.status}`);
    webSocket.accept();
    webSocket.addEventListener("message", ({ data }) => this.#receive(String(data)));
    this.#socket = webSocket;
    this.#events?.opened();
  }

  /** Lets go what waits, and is there when all of it has been answered. */
  async release(): Promise<void> {
    const frames = this.#waiting.splice(0);
    this.#unanswered += frames.filter((text) => ANSWERED.has(commandOf(text))).length;
    const answered = new Promise<void>((resolve) => {
      this.#allAnswered = resolve;
    });
    for (const text of frames) this.#socket?.send(text);
    if (this.#unanswered > 0) await answered;
  }

  async hangUp(): Promise<void> {
    const socket = this.#socket;
    if (socket === null) return;
    const closed = new Promise((resolve) => socket.addEventListener("close", resolve));
    this.#socket = null;
    socket.close(1000);
    await closed;
    this.#events?.ended({ reason: "closed with 1000", code: 1000 });
  }

  #receive(text: string): void {
    const command = commandOf(text);
    if (command === 511) throw new Error(`refused: ${text}`);
    this.#events?.received(text);
    if (!ANSWERED.has(command - 1)) return;
    this.#unanswered -= 1;
    if (this.#unanswered === 0) this.#allAnswered();
  }
}

function commandOf(text: string): number {
  return (JSON.parse(text) as { cmd: number }).cmd;
}
