import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { systemClock } from "#durable-objects/site/clock.ts";
import { SiteObject } from "#durable-objects/site/site-object.ts";
import { type SiteEvent, STAMP_HEADER } from "#protocol/site-rpc.ts";
import { siteStub } from "../site-logger.ts";
import { patch } from "./patch.ts";
import { SocketEnd } from "./socket-end.ts";

type Hooks = {
  /** ms UTC */
  now: () => number;
  /** The chance inside the object, in [0, 1): what happens by it belongs to the trace. */
  random: () => number;
  /** When a heartbeat of this socket was answered last, ms UTC. */
  heartbeatAt: (socketId: string) => number | null;
  /** The queue behind the object. */
  deliver: (event: SiteEvent) => Promise<void>;
};

/**
 * The platform under one site's object: real workerd, watched so closely that the world knows when everything has been
 * handled. Only one at a time.
 */
export class Platform {
  readonly #stub: ReturnType<typeof siteStub>;
  readonly #hooks: Hooks;
  readonly #undo: (() => void)[] = [];
  readonly #ends = new Map<string, SocketEnd>();
  readonly #idOf = new WeakMap<WebSocket, string>();
  #accepting: string | null = null;
  #sentWhileAccepting = 0;
  #wake: () => void = () => {};
  /** When the object's alarm is to ring, ms UTC. */
  alarmAt: number | null = null;
  /** Lines that the object wrote to its log. */
  readonly log: string[] = [];
  /** What a handler of the object threw: always a fault. */
  readonly thrown: unknown[] = [];

  private constructor(siteId: number, hooks: Hooks) {
    this.#stub = siteStub(siteId);
    this.#hooks = hooks;
  }

  static async watch(siteId: number, hooks: Hooks): Promise<Platform> {
    const platform = new Platform(siteId, hooks);
    await platform.#watch();
    return platform;
  }

  /** Everything is again as it was before. */
  async leave(): Promise<void> {
    for (const end of this.#ends.values()) end.close();
    await this.quiet();
    await runInDurableObject(this.#stub, (_, { storage }) => storage.deleteAlarm());
    for (const undo of this.#undo.reverse()) undo();
  }

  /** An upgrade that the Worker let through: the far end of the new socket, or the refusal. */
  async connect(id: string, stamp: object): Promise<SocketEnd | Response> {
    this.#accepting = id;
    this.#sentWhileAccepting = 0;
    const response = await this.#stub.fetch("https://site.test/", {
      headers: { Upgrade: "websocket", [STAMP_HEADER]: JSON.stringify(stamp) },
    });
    this.#accepting = null;
    if (response.webSocket === null) {
      // An unread answer keeps the object from being evicted.
      await response.text();
      await this.quiet();
      return response;
    }
    const end = new SocketEnd(id, response.webSocket, () => this.#wake());
    end.sent = this.#sentWhileAccepting;
    this.#ends.set(id, end);
    await this.quiet();
    return end;
  }

  /** The alarm rings; with a repetition, the second time for the same instant. */
  async ring(times: 1 | 2 = 1): Promise<void> {
    this.alarmAt = null;
    await runInDurableObject(this.#stub, async (site: SiteObject, { storage }) => {
      await storage.deleteAlarm();
      for (let time = 0; time < times; time++) site.alarm();
    });
    await this.quiet();
  }

  async call(work: (site: SiteObject, storage: DurableObjectStorage) => unknown): Promise<void> {
    await runInDurableObject(this.#stub, (site: SiteObject, { storage }) => work(site, storage));
    await this.quiet();
  }

  async evict(webSockets: "hibernate" | "close"): Promise<void> {
    await evictDurableObject(this.#stub, { webSockets });
    if (webSockets === "close")
      for (const end of this.#ends.values()) {
        end.isClosing = true;
        end.isCloseHandled = true;
      }
    await this.quiet();
  }

  get isQuiet(): boolean {
    for (const end of this.#ends.values()) if (!end.isQuiet) return false;
    return true;
  }

  /** Resolves once the object has handled all that it was given and all that it sent has come out. */
  async quiet(): Promise<void> {
    for (const [id, end] of this.#ends)
      if (end.isClosing && end.isQuiet && end.inbox.length === 0) this.#ends.delete(id);
    // Woken only from this side: a promise that the object's own event resolves would go on in its context, which may
    // not touch our sockets. What it handles without a word is found by looking again.
    while (!this.isQuiet)
      await Promise.race([
        new Promise<void>((resolve) => {
          this.#wake = resolve;
        }),
        scheduler.wait(0),
      ]);
  }

  async #watch(): Promise<void> {
    const keep = (undo: () => void) => this.#undo.push(undo);
    const hooks = this.#hooks;
    keep(patch(systemClock, "now", () => hooks.now));
    keep(patch(systemClock, "random", () => hooks.random));
    keep(patch(console, "error", () => (line: unknown) => void this.log.push(String(line))));
    const prototypes = await runInDurableObject(this.#stub, (site: SiteObject, state) => ({
      state: Object.getPrototypeOf(state) as DurableObjectState,
      storage: Object.getPrototypeOf(state.storage) as DurableObjectStorage,
      queue: Object.getPrototypeOf(
        (site as unknown as { env: Env }).env.SITE_EVENTS,
      ) as Env["SITE_EVENTS"],
    }));
    this.#watchAlarm(prototypes.storage, keep);
    this.#watchSockets(prototypes.state, keep);
    this.#watchHandlers(keep);
    keep(
      patch(
        prototypes.queue,
        "send",
        () => (event) => hooks.deliver(event as SiteEvent) as unknown as Promise<QueueSendResponse>,
      ),
    );
  }

  #watchAlarm(storage: DurableObjectStorage, keep: (undo: () => void) => void): void {
    const platform = this;
    keep(
      patch(
        storage,
        "setAlarm",
        (setAlarm) =>
          function (this: DurableObjectStorage, at, options) {
            platform.alarmAt = Number(at);
            return setAlarm.call(this, at, options);
          },
      ),
    );
  }

  #watchSockets(state: DurableObjectState, keep: (undo: () => void) => void): void {
    const platform = this;
    keep(
      patch(
        state,
        "acceptWebSocket",
        (accept) =>
          function (this: DurableObjectState, socket, tags) {
            const id = platform.#accepting ?? "";
            platform.#idOf.set(socket, id);
            return accept.call(this, socket, [...(tags ?? []), idTag(id)]);
          },
      ),
    );
    keep(
      patch(
        state,
        "getWebSockets",
        (get) =>
          function (this: DurableObjectState, tag) {
            const sockets = get.call(this, tag);
            for (const socket of sockets) platform.#learn(this, socket);
            return sockets;
          },
      ),
    );
    keep(
      patch(
        state,
        "getWebSocketAutoResponseTimestamp",
        () =>
          function (this: DurableObjectState, socket) {
            const at = platform.#hooks.heartbeatAt(platform.#learn(this, socket));
            return at === null ? null : new Date(at);
          },
      ),
    );
    keep(
      patch(
        WebSocket.prototype,
        "send",
        (send) =>
          function (this: WebSocket, data: string) {
            send.call(this, data);
            const id = platform.#idOf.get(this);
            if (id === undefined) return;
            const end = platform.#ends.get(id);
            if (end !== undefined) end.sent += 1;
            else if (id === platform.#accepting) platform.#sentWhileAccepting += 1;
          },
      ),
    );
    keep(
      patch(
        WebSocket.prototype,
        "close",
        (close) =>
          function (this: WebSocket, code, reason) {
            close.call(this, code, reason);
            const end = platform.#ends.get(platform.#idOf.get(this) ?? "");
            if (end !== undefined) end.isClosing = true;
          },
      ),
    );
  }

  #watchHandlers(keep: (undo: () => void) => void): void {
    const after = (site: SiteObject, socket: WebSocket, note: (end: SocketEnd) => void) => {
      const id = this.#learn((site as unknown as { ctx: DurableObjectState }).ctx, socket);
      const end = this.#ends.get(id);
      if (end !== undefined) note(end);
    };
    const attempt = (work: () => void) => {
      try {
        work();
      } catch (error) {
        this.thrown.push(error);
        throw error;
      }
    };
    keep(
      patch(
        SiteObject.prototype,
        "webSocketMessage",
        (handle) =>
          function (this: SiteObject, socket, frame) {
            try {
              attempt(() => handle.call(this, socket, frame));
            } finally {
              after(this, socket, (end) => {
                end.handled += 1;
              });
            }
          },
      ),
    );
    keep(
      patch(
        SiteObject.prototype,
        "webSocketClose",
        (handle) =>
          function (this: SiteObject, socket, code) {
            try {
              attempt(() => handle.call(this, socket, code));
            } finally {
              after(this, socket, (end) => {
                end.isClosing = true;
                end.isCloseHandled = true;
              });
            }
          },
      ),
    );
  }

  #learn(state: DurableObjectState, socket: WebSocket): string {
    const known = this.#idOf.get(socket);
    if (known !== undefined) return known;
    const tag = state.getTags(socket).find((each) => each.startsWith(TAG));
    const id = tag?.slice(TAG.length) ?? "";
    this.#idOf.set(socket, id);
    return id;
  }
}

const TAG = "world-";
const idTag = (id: string) => `${TAG}${id}`;
