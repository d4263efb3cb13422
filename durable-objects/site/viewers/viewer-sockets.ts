import { createSecretKey, type KeyObject } from "node:crypto";
import { z } from "zod";
import { can } from "#domain/access/can.ts";
import { FAST_SAMPLING, MONITOR_SAMPLING, type Sampling } from "#domain/loggers/sampling.ts";
import { IV_BYTES } from "#protocol/keys/sealed-bytes.ts";
import {
  isWatching,
  storeViewer,
  type ViewerState,
  viewerState,
} from "#protocol/viewer/conversation-state.ts";
import { sessionKeyOf } from "#protocol/viewer/conversation-step.ts";
import { frameText } from "#protocol/viewer/frame.ts";
import { boundTo, encodeBody } from "#protocol/viewer/sealed-body.ts";
import type { Clock } from "../interfaces.ts";
import { CLOSE_INTERNAL, shut, writeText } from "../socket-writes.ts";
import { type ViewerVisibility, visibilityFor } from "./redaction.ts";
import { sealNatively } from "./seal-natively.ts";

/** Tag of every viewer's socket; the connection's id is another tag. */
const VIEWER_TAG = "viewer";

/** State of a viewer's socket that survives hibernation. Another `v` is a state that this version cannot continue. */
const viewerAttachment = z.object({
  v: z.literal(1),
  kind: z.literal("viewer"),
  conversation: viewerState,
});

export type ViewerSocket = {
  readonly socket: WebSocket;
  state: ViewerState;
  readonly visibility: ViewerVisibility;
  sessionKey: KeyObject | null;
};

type Platform = Pick<
  DurableObjectState,
  "acceptWebSocket" | "getWebSockets" | "getWebSocketAutoResponseTimestamp"
>;

/** The viewers' sockets with their states, restored once after hibernation. */
export class ViewerSockets {
  readonly #platform: Platform;
  readonly #clock: Clock;
  readonly #viewers = new Map<WebSocket, ViewerSocket>();

  constructor(platform: Platform, clock: Clock) {
    this.#platform = platform;
    this.#clock = clock;
    for (const socket of platform.getWebSockets(VIEWER_TAG)) {
      const state = recall(socket);
      if (state === null) shut(socket, CLOSE_INTERNAL);
      else if (!state.closed) this.#hold(socket, state);
    }
  }

  /** Accepts a socket and stores its state in the attachment. */
  accept(socket: WebSocket, state: ViewerState): void {
    this.#platform.acceptWebSocket(socket, [VIEWER_TAG]);
    this.#hold(socket, state);
    remember(socket, state);
  }

  find(socket: WebSocket): ViewerSocket | undefined {
    return this.#viewers.get(socket);
  }

  /**
   * Finds an open socket.
   * @param id id of the connection
   */
  findById(id: string): ViewerSocket | undefined {
    return this.all().find(({ state }) => state.id === id);
  }

  /** Returns all open sockets, logged in or not. */
  all(): ViewerSocket[] {
    return [...this.#viewers.values()];
  }

  /** Returns the viewers who are logged in. */
  watching(): ViewerSocket[] {
    return this.all().filter(({ state }) => isWatching(state));
  }

  /** The fastest sampling that the connected viewers may request; null without viewers. */
  requestedSampling(): Sampling | null {
    const watching = this.watching();
    if (watching.length === 0) return null;
    return watching.some(({ state }) => can(state.facts, "sampleFast"))
      ? FAST_SAMPLING
      : MONITOR_SAMPLING;
  }

  /** Records the next state of a viewer, in memory and in the attachment. */
  update(viewer: ViewerSocket, state: ViewerState): void {
    if (state === viewer.state) return;
    if (state.key !== viewer.state.key) viewer.sessionKey = readKey(state);
    viewer.state = state;
    remember(viewer.socket, state);
  }

  /**
   * Seals and sends a message.
   * @param plain encoded by `encodeBody`
   */
  send({ socket, state, sessionKey }: ViewerSocket, cmd: number, tag: string, plain: Uint8Array) {
    if (sessionKey === null) return;
    const { uuid, language } = state;
    const iv = this.#clock.randomBytes(IV_BYTES);
    const data = sealNatively(sessionKey, iv, boundTo(cmd, tag), plain);
    writeText(socket, frameText({ uuid, cmd, tag, language }, data));
  }

  /**
   * Sends an answer to a request if its viewer is still connected.
   * @param id of the connection
   */
  answer(id: string, tag: string, cmd: number, body: unknown): void {
    const viewer = this.findById(id);
    if (viewer !== undefined) this.send(viewer, cmd, tag, encodeBody(body));
  }

  /** Sends a text that is not sealed, such as the answer to a heartbeat. */
  sendText({ socket }: ViewerSocket, text: string): void {
    writeText(socket, text);
  }

  /** Ends a viewer and closes its socket. */
  close(viewer: ViewerSocket, code: number): void {
    this.drop(viewer.socket);
    shut(viewer.socket, code);
  }

  /**
   * Ends a socket, also after hibernation. Returns its state, which is read from the socket itself if its close ended
   * the hibernation.
   */
  drop(socket: WebSocket): ViewerState | null {
    const state = this.#viewers.get(socket)?.state ?? recall(socket);
    this.#viewers.delete(socket);
    if (state !== null) remember(socket, { ...state, closed: true });
    return state;
  }

  /** Instant at which the platform last answered a heartbeat of this viewer, ms UTC. */
  heartbeatAt({ socket }: ViewerSocket): number | null {
    return this.#platform.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? null;
  }

  #hold(socket: WebSocket, state: ViewerState): void {
    const viewer = {
      socket,
      state,
      visibility: visibilityFor(state.facts),
      sessionKey: readKey(state),
    };
    this.#viewers.set(socket, viewer);
  }
}

function readKey(state: ViewerState): KeyObject | null {
  const key = sessionKeyOf(state);
  return key === null ? null : createSecretKey(key);
}

function remember(socket: WebSocket, conversation: ViewerState): void {
  socket.serializeAttachment({
    v: 1,
    kind: "viewer",
    conversation: storeViewer(conversation),
  } satisfies z.input<typeof viewerAttachment>);
}

function recall(socket: WebSocket): ViewerState | null {
  const { data } = viewerAttachment.safeParse(socket.deserializeAttachment());
  return data?.conversation ?? null;
}
