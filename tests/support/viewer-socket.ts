import { runDurableObjectAlarm } from "cloudflare:test";
import { STAMP_HEADER, type ViewerStamp } from "#protocol/site-rpc.ts";
import { hashTicket } from "#protocol/viewer/ticket.ts";
import { MessageQueue } from "./message-queue.ts";
import { siteStub } from "./site-logger.ts";
import { makeBrowser, stampOf } from "./viewer-browser.ts";

export type ViewerMessage = { cmd: number; tag: string; body: Record<string, unknown> };

let tickets = 0;

/** A person's end of a viewer's socket, past the Worker, which would have stamped it. */
export class SiteViewer {
  readonly socket: WebSocket;
  readonly stamp: ViewerStamp;
  readonly browser: ReturnType<typeof makeBrowser>;
  readonly ticket: string;
  readonly messages = new MessageQueue<ViewerMessage>();
  /** Code of the close. */
  readonly closed: Promise<number>;
  #beaten = () => {};

  constructor(socket: WebSocket, stamp: ViewerStamp, ticket: string) {
    this.socket = socket;
    this.stamp = stamp;
    this.browser = makeBrowser(stamp);
    this.ticket = ticket;
    socket.accept();
    socket.addEventListener("message", ({ data }) => this.#take(String(data)));
    this.closed = new Promise((resolve) => {
      socket.addEventListener("close", ({ code }) => resolve(code));
    });
  }

  /** The body of the 273. */
  async login(ticket = this.ticket): Promise<Record<string, unknown>> {
    this.socket.send(this.browser.writeLogin({ ticket }, "login"));
    return (await this.next(({ cmd }) => cmd === 273)).body;
  }

  send(cmd: number, tag: string, body: unknown): void {
    this.socket.send(this.browser.write(cmd, tag, body));
  }

  /** Sends a request, and waits for the answer with its tag. */
  ask(cmd: number, body: unknown, tag: string = crypto.randomUUID()): Promise<ViewerMessage> {
    this.send(cmd, tag, body);
    return this.next((received) => received.tag === tag);
  }

  next(test: (received: ViewerMessage) => boolean): Promise<ViewerMessage> {
    return this.messages.next(test);
  }

  /** The body of the next frame of this command that was pushed. */
  async pushed(cmd: number): Promise<Record<string, unknown>> {
    return (await this.next((received) => received.cmd === cmd && received.tag === "")).body;
  }

  /** A heartbeat that reaches the object, answered: all that the server sent before has arrived. */
  async beat(text = '{ "cmd": 256 }'): Promise<void> {
    this.socket.send(text);
    await new Promise<void>((resolve) => {
      this.#beaten = resolve;
    });
  }

  /** Messages that arrived and were not read yet. */
  async unread(): Promise<ViewerMessage[]> {
    await this.beat();
    return this.messages.drain();
  }

  #take(text: string): void {
    if (text === '{"cmd":257}') this.#beaten();
    else this.messages.take(this.browser.read(text));
  }
}

export const MONITOR = {
  role: 3,
  owner: false,
  person: 8,
  session: "monitor",
  name: "Mo",
} as const;
export const SHARE = {
  role: 3,
  owner: false,
  share: true,
  person: 0,
  session: "share",
  name: "",
} as const;

/** The answer to an upgrade that the Worker let through. */
export function upgrade(siteId: number, stamp: ViewerStamp): Promise<Response> {
  return siteStub(siteId).fetch("https://site.test/ws/site/key/uuid", {
    headers: { Upgrade: "websocket", [STAMP_HEADER]: JSON.stringify(stamp) },
  });
}

/** A socket before its login; an owner's by default. */
export async function openViewer(
  siteId: number,
  who: Partial<ViewerStamp> = {},
  ticket = `ticket-${++tickets}`,
): Promise<SiteViewer> {
  const stamp = stampOf({ siteId, ...who, ticketHash: hashTicket(ticket) });
  const response = await upgrade(siteId, stamp);
  if (response.webSocket === null) throw new Error(`no socket, but ${response.status}`);
  return new SiteViewer(response.webSocket, stamp, ticket);
}

/** A viewer who is logged in, and what the welcome said. */
export async function watch(siteId: number, who: Partial<ViewerStamp> = {}) {
  const viewer = await openViewer(siteId, who);
  const welcome = await viewer.login();
  if (welcome.status !== 200) throw new Error(`not welcome: ${welcome.status}`);
  return { viewer, welcome };
}

/** Runs what is due by the clock of the test. */
export async function ring(siteId: number): Promise<void> {
  await runDurableObjectAlarm(siteStub(siteId));
}
