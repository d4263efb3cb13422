import { z } from "zod";
import { type Backlog, describeBacklog } from "#protocol/logger/backlog.ts";
import {
  type ConversationState,
  conversationState,
  stepLoggerSession,
  storeConversation,
} from "#protocol/logger/conversation.ts";
import type { PortalMessage } from "#protocol/logger/messages.ts";
import type { LoggerBudgets } from "./logger-budgets.ts";
import { CLOSE_INTERNAL, shut, writeText } from "./socket-writes.ts";
import { dayStart, type SolarDay } from "./solar-day.ts";
import type { StatusRepeats } from "./states/status-repeats.ts";

/** Tag of every logger's socket. */
export const LOGGER_TAG = "logger";

/** State of a logger's socket that survives hibernation. Another `v` is a state that this version cannot continue. */
const loggerAttachment = z.object({
  v: z.literal(1),
  kind: z.literal("logger"),
  conversation: conversationState,
  /** Instant at which the first socket was opened of a series of reconnects without a `connect`, ms UTC. */
  keptFrom: z.int(),
  /** Instant at which the poller last polled the site, ms UTC. */
  visitedAt: z.int().nullable().default(null),
  /** Last repetitions of statuses, which no row holds; absent in attachments of earlier releases. */
  repeats: z.array(z.tuple([z.string(), z.int()])).default([]),
  /** Start of the day for the production of the day; absent in attachments of earlier releases. */
  solarDay: dayStart.nullable().default(null),
});

export type Sockets = Pick<
  DurableObjectState,
  "acceptWebSocket" | "getWebSockets" | "getWebSocketAutoResponseTimestamp"
>;
type Deps = {
  sockets: Sockets;
  budgets: Pick<LoggerBudgets, "keepUpdates">;
  /** Repetitions of statuses, which survive hibernation in the attachment. */
  repeats: StatusRepeats;
  /** Start of the production of the day, which survives hibernation likewise. */
  solarDay: SolarDay;
};
/** The current socket. `keptFrom` is the instant of the first of a series of reconnects without a `connect`, ms UTC. */
type Current = { socket: WebSocket; state: ConversationState; keptFrom: number };

/**
 * The current socket of the logger and the state of its conversation, which survive hibernation together. It sends and
 * closes, and leaves everything that arrives to `LoggerLink`.
 */
export class LoggerConnection {
  readonly #deps: Deps;
  #current: Current | null;
  #polledAt: number | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#current = this.#restore();
  }

  /** The current socket with its conversation; null without a socket. */
  get current(): Readonly<Current> | null {
    return this.#current;
  }

  /** Whether a logger is connected and welcomed (259). */
  get connected(): boolean {
    return this.#current?.state.step === "connected";
  }

  /** Progress of the backlog that the logger is sending; null if there is none or the logger is not connected. */
  get backlog(): Backlog | null {
    const progress = this.connected ? this.#current?.state.backlog : null;
    return progress ? describeBacklog(progress) : null;
  }

  /** Instant at which the poller last polled the site, ms UTC; null if unknown. */
  get polledAt(): number | null {
    return this.#polledAt;
  }

  /** Instant at which the platform last answered a heartbeat of the logger, ms UTC; null if it never did. */
  get heartbeatAt(): number | null {
    if (this.#current === null) return null;
    const { socket } = this.#current;
    return this.#deps.sockets.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? null;
  }

  /** Whether this is the current socket. */
  isCurrent(socket: WebSocket): boolean {
    return this.#current?.socket === socket;
  }

  /** Accepts a socket, which becomes the current one; an older one must have been ended. */
  begin(socket: WebSocket, state: ConversationState, keptFrom: number): void {
    this.#deps.sockets.acceptWebSocket(socket, [LOGGER_TAG]);
    this.#remember({ socket, state, keptFrom });
  }

  /** Records the next state of the conversation. */
  recordState(state: ConversationState): void {
    if (this.#current !== null) this.#remember({ ...this.#current, state });
  }

  /** Stores repetitions of statuses that arrived since the last update. */
  saveRepeats(): void {
    if (this.#deps.repeats.isUnsaved && this.#current !== null) this.#remember(this.#current);
  }

  /**
   * Records a poll of the site.
   * @param at instant of the poll, ms UTC
   */
  notePoll(at: number): void {
    this.#polledAt = at;
    if (this.#current !== null) this.#remember(this.#current);
  }

  /**
   * Sends a request.
   * @returns whether an open socket took it, which does not mean that it arrives
   */
  send(message: PortalMessage): boolean {
    if (!this.connected || this.#current === null) return false;
    const { socket, state } = this.#current;
    if (!writeMessage(socket, message)) return false;
    this.recordState(stepLoggerSession(state, { kind: "asked" }).state);
    return true;
  }

  /** Ends the conversation and closes its socket; does nothing without one. */
  end(code: number, reason: string): void {
    if (this.#current === null) return;
    const { socket } = this.#current;
    this.drop();
    shut(socket, code, reason);
  }

  /** Ends the conversation of a socket that is closed already. */
  drop(): void {
    if (this.#current === null) return;
    this.recordState(stepLoggerSession(this.#current.state, { kind: "ended" }).state);
  }

  #remember(current: Current): void {
    const { socket, state, keptFrom } = current;
    this.#current = state.step === "ended" ? null : current;
    this.#deps.budgets.keepUpdates(state.updates, state.sampling, state.step === "ended");
    socket.serializeAttachment({
      v: 1,
      kind: "logger",
      conversation: storeConversation(state),
      keptFrom,
      visitedAt: this.#polledAt,
      repeats: this.#deps.repeats.save(),
      solarDay: this.#deps.solarDay.start,
    } satisfies z.input<typeof loggerAttachment>);
  }

  /** Restores the socket after hibernation, if there is one. */
  #restore(): Current | null {
    for (const socket of this.#deps.sockets.getWebSockets(LOGGER_TAG)) {
      const { data } = loggerAttachment.safeParse(socket.deserializeAttachment());
      if (data === undefined) shut(socket, CLOSE_INTERNAL, "state not readable");
      else if (data.conversation.step !== "ended") {
        this.#polledAt = data.visitedAt;
        this.#deps.repeats.restore(data.repeats);
        this.#deps.solarDay.restore(data.solarDay);
        return { socket, state: data.conversation, keptFrom: data.keptFrom };
      }
    }
    return null;
  }
}

/**
 * Writes a message to a logger's socket.
 * @returns whether the socket took it
 */
export function writeMessage(socket: WebSocket, message: PortalMessage): boolean {
  return writeText(socket, JSON.stringify(message));
}
