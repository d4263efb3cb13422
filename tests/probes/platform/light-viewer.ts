import { randomUUID } from "node:crypto";
import WebSocket from "ws";
import {
  b64u,
  deriveS,
  fromB64u,
  keyPair,
  openBody,
  sealBody,
} from "../../clean-room/envelope.mjs";

const HEARTBEAT = '{"cmd":256}';
const HEARTBEAT_MS = 20_000;
const LOGIN_WITHIN_MS = 30_000;
const WAIT_MS = 10_000;
const ANSWER_EVERY = 16;

export type Ticket = { key: string; ticket: string; pubKey: string };
type ViewerParts = {
  url: string;
  serial: string;
  takeTicket: () => Promise<Ticket>;
  /** In [0, 1). */
  random: () => number;
  /** A 273 with status 200 came. @param tookMs from ticket, upgrade and login to their answers */
  onWelcome?: (tookMs: { ticket: number; upgrade: number; login: number }) => void;
  /** A connection, or the attempt at one, is over; it is tried again. */
  onEnd?: (reason: string) => void;
  onValues?: (at: number) => void;
  /** Never says that it has read. */
  isMute?: boolean;
  /** Stays away once its connection has ended. */
  staysAway?: boolean;
};

export class TicketRefused extends Error {
  readonly retryAfterMs: number;
  constructor(status: number, retryAfterMs: number) {
    super(`ticket ${status}`);
    this.retryAfterMs = retryAfterMs;
  }
}

/** As much of a browser as the protocol asks of a viewer that only watches; small, so that there may be a thousand. */
export class LightViewer {
  readonly #parts: ViewerParts;
  readonly #uuid = randomUUID();
  #socket: WebSocket | null = null;
  #sessionKey: Uint8Array | null = null;
  #heartbeat: NodeJS.Timeout | undefined;
  #login: NodeJS.Timeout | undefined;
  #jitterMs = WAIT_MS;
  #unanswered = 0;
  #begun = { ticket: 0, upgrade: 0, login: 0 };
  #left = false;
  isIn = false;

  constructor(parts: ViewerParts) {
    this.#parts = parts;
  }

  async connect(): Promise<void> {
    this.#begun.ticket = performance.now();
    try {
      const ticket = await this.#parts.takeTicket();
      if (!this.#left) this.#open(ticket);
    } catch (error) {
      this.#again(error instanceof Error ? error.message : String(error), readRetryAfter(error));
    }
  }

  /** The cable is cut; it comes back by the protocol's own rules. */
  cut(): void {
    this.#socket?.terminate();
  }

  /** Stops reading: what is sent to it stays in buffers along the way, until it reads again. */
  pause(): void {
    this.#socket?.pause();
  }

  resume(): void {
    this.#socket?.resume();
  }

  leave(): void {
    this.#left = true;
    this.#socket?.terminate();
  }

  #open({ key, ticket, pubKey }: Ticket): void {
    this.#begun.upgrade = performance.now();
    const address = `${this.#parts.url.replace(/^http/, "ws")}/ws/site/${key}/${this.#uuid}`;
    const socket = new WebSocket(address, {
      perMessageDeflate: false,
      handshakeTimeout: LOGIN_WITHIN_MS,
    });
    this.#socket = socket;
    let reason = "";
    socket.on("unexpected-response", (_, { statusCode }) => {
      reason = `HTTP ${statusCode}`;
      socket.terminate();
    });
    socket.on("error", (error: NodeJS.ErrnoException) => {
      reason ||= error.code ?? error.message;
    });
    socket.on("open", () => this.#sendLogin(socket, ticket, fromB64u(pubKey)));
    socket.on("message", (data) => this.#receive(String(data)));
    socket.on("close", (code) => {
      clearInterval(this.#heartbeat);
      clearTimeout(this.#login);
      this.#again(reason || `closed with ${code}`, 0);
    });
  }

  #sendLogin(socket: WebSocket, ticket: string, serverPublic: Uint8Array): void {
    this.#begun.login = performance.now();
    const { privateKey, publicRaw: browserPublic } = keyPair();
    const uuid = this.#uuid;
    const keys = { privateKey, otherPublic: serverPublic, browserPublic, serverPublic, uuid };
    this.#sessionKey = deriveS(keys);
    this.#unanswered = 0;
    this.#send(272, "login", { ticket }, b64u(browserPublic));
    this.#heartbeat = setInterval(() => socket.send(HEARTBEAT), HEARTBEAT_MS);
    this.#login = setTimeout(() => socket.terminate(), LOGIN_WITHIN_MS);
  }

  #send(cmd: number, tag: string, body: unknown, key?: string): void {
    if (this.#sessionKey === null) return;
    const data = sealBody(this.#sessionKey, cmd, tag, body);
    const frame = { uuid: this.#uuid, cmd, key, data, language: "en", tag };
    this.#socket?.send(JSON.stringify(frame));
  }

  #receive(text: string): void {
    const frame = JSON.parse(text) as { cmd: number; tag: string; data?: string };
    if (frame.data === undefined || this.#sessionKey === null) return;
    const body = openBody(this.#sessionKey, { ...frame, data: frame.data });
    if (frame.cmd === 273 && body.status === 200) this.#welcomed(Number(body.reconnectJitterMs));
    if (frame.cmd !== 260) return;
    this.#unanswered += 1;
    if (!this.#parts.isMute && this.#unanswered % ANSWER_EVERY === 0) this.#send(261, "", {});
    this.#parts.onValues?.(Number(body.at));
  }

  #welcomed(jitterMs: number): void {
    clearTimeout(this.#login);
    this.#jitterMs = jitterMs;
    this.isIn = true;
    const { ticket, upgrade, login } = this.#begun;
    const now = performance.now();
    this.#parts.onWelcome?.({
      ticket: upgrade - ticket,
      upgrade: login - upgrade,
      login: now - login,
    });
  }

  #again(reason: string, retryAfterMs: number): void {
    this.#socket = null;
    this.isIn = false;
    if (this.#left) return;
    this.#parts.onEnd?.(reason);
    if (this.#parts.staysAway) return;
    const wait = Math.max(WAIT_MS + this.#jitterMs * this.#parts.random(), retryAfterMs);
    setTimeout(() => this.#left || void this.connect(), wait);
  }
}

function readRetryAfter(error: unknown): number {
  return error instanceof TicketRefused ? error.retryAfterMs : 0;
}
