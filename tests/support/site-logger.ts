import { env } from "cloudflare:workers";
import { STAMP_HEADER } from "#protocol/site-rpc.ts";
import { MessageQueue } from "./message-queue.ts";

export const SERIAL = "HP-000001";

/** The object of a site of its own, as the Worker names it. */
export function siteStub(siteId: number) {
  return env.SITES.get(env.SITES.idFromName(`site-${siteId}`));
}

export type Frame = { cmd: number; id?: string | null; [field: string]: unknown };

/** The logger's end of a socket, past the Worker, which would have stamped it. */
export class LoggerSocket {
  readonly socket: WebSocket;
  readonly #messages = new MessageQueue<Frame>();
  /** Code of the close. */
  readonly closed: Promise<number>;

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.accept();
    socket.addEventListener("message", ({ data }) =>
      this.#messages.take(JSON.parse(String(data)) as Frame),
    );
    this.closed = new Promise((resolve) => {
      socket.addEventListener("close", ({ code }) => resolve(code));
    });
  }

  send(message: unknown): void {
    this.socket.send(typeof message === "string" ? message : JSON.stringify(message));
  }

  /** Sends, and waits for the answer with the same id. */
  ask(message: Frame): Promise<Frame> {
    this.send(message);
    return this.next((answer) => answer.id === message.id);
  }

  /** The next message not read yet that passes; waits for it where there is none. */
  next(test: (message: Frame) => boolean = () => true): Promise<Frame> {
    return this.#messages.next(test);
  }

  /** All that came, in order. */
  get inbox(): readonly Frame[] {
    return this.#messages.inbox;
  }

  /** All that was sent before is taken in once this returns. */
  async settle(): Promise<void> {
    await this.ask({ cmd: 256, id: `settle-${Math.random()}` });
  }
}

/** The answer to an upgrade that the Worker let through. */
export function upgradeLogger(siteId: number, serial = SERIAL): Promise<Response> {
  return siteStub(siteId).fetch("https://site.test/ws/logger", {
    headers: {
      Upgrade: "websocket",
      "Sec-WebSocket-Protocol": "helioport.logger.v1",
      [STAMP_HEADER]: JSON.stringify({ kind: "logger", siteId, serial }),
    },
  });
}

export async function openLogger(siteId: number, serial = SERIAL): Promise<LoggerSocket> {
  const response = await upgradeLogger(siteId, serial);
  if (response.webSocket === null) throw new Error(`no socket, but ${response.status}`);
  return new LoggerSocket(response.webSocket);
}

export const EQUIPMENT = [
  {
    address: "003311",
    typeCode: "0033",
    model: "MK-5000",
    registers: [
      { register: "0107", name: "acInputVoltage", kind: "gauge", unit: "V", access: "r" },
      { register: "0047", name: "acVoltage", kind: "setting", unit: "V", access: "rw" },
    ],
  },
  {
    address: "FFFF00",
    registers: [
      { register: "0100", kind: "gauge", access: "r" },
      { register: "0110", kind: "gauge", access: "r" },
      { register: "0120", kind: "gauge", access: "r" },
      { register: "0134", kind: "gauge", access: "r" },
      { register: "0170", kind: "text", access: "r" },
      { register: "0400", kind: "setting", access: "rw" },
    ],
  },
];

export function connectMessage(more: object = {}): Frame {
  return {
    cmd: 258,
    id: "connect",
    protocol: 1,
    serial: SERIAL,
    systemType: "10001",
    equipment: EQUIPMENT,
    events: [],
    ...more,
  };
}

/** A socket with its 259. */
export async function connectLogger(siteId: number, more: object = {}): Promise<LoggerSocket> {
  const logger = await openLogger(siteId);
  await logger.ask(connectMessage(more));
  return logger;
}

/** A batch of one instant. */
export function sample(id: string, at: number, values: Record<string, unknown>): Frame {
  const columns = Object.entries(values).map(([address, value]) => [address, [value]] as const);
  return { cmd: 260, id, times: [at], values: Object.fromEntries(columns) };
}
