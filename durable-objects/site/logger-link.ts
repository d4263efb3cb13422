import { type Backlog, describeBacklog } from "#protocol/logger/backlog.ts";
import { CLOSE } from "#protocol/logger/command-numbers.ts";
import {
  type ConversationEffect,
  type ConversationState,
  connectDueAt,
  openConversation,
  stepLoggerSession,
  storeConversation,
} from "#protocol/logger/conversation.ts";
import { LOGGER_SUBPROTOCOL } from "#protocol/logger/limits.ts";
import type { PortalMessage } from "#protocol/logger/messages.ts";
import { type LoggerStamp, UNLINK_HEADER } from "#protocol/site-rpc.ts";
import { loggerAttachment, type StoredLoggerAttachment } from "./attachments.ts";
import type { Clock, LoggerChannel } from "./interfaces.ts";
import { isAlive, type LivenessInput, nextLivenessCheck } from "./liveness.ts";
import { logFailure } from "./log-failure.ts";
import type { LoggerBudgets } from "./logger-budgets.ts";
import { faultOf, type LoggerEffectHandler, type Reply } from "./logger-effect-handler.ts";
import type { Presence } from "./presence.ts";
import { refuseUpgrade } from "./refuse-upgrade.ts";
import type { SamplingPolicy } from "./sampling-policy.ts";
import { CLOSE_INTERNAL, shut, writeText } from "./socket-writes.ts";
import type { StatusRepeats } from "./states/status-repeats.ts";
import type { UnlinkedModule } from "./unlinked-module.ts";

export const LOGGER_TAG = "logger";

export type Sockets = Pick<
  DurableObjectState,
  "acceptWebSocket" | "getWebSockets" | "getWebSocketAutoResponseTimestamp"
>;
type Deps = {
  sockets: Sockets;
  clock: Clock;
  presence: Presence;
  samplingPolicy: SamplingPolicy;
  unlinked: UnlinkedModule;
  budgets: LoggerBudgets;
  /** Repetitions of statuses, which survive hibernation in the attachment. */
  repeats: StatusRepeats;
  /** Resolved when a frame arrives, because the handler sends through this link. */
  intake: () => LoggerEffectHandler;
  presenceChanged: () => void;
};
type Current = { socket: WebSocket; state: ConversationState; keptFrom: number };

const ENDED = { kind: "ended" } as const;

/** The logger's connection. The newest socket is the current one; frames on older ones are ignored. */
export class LoggerLink implements LoggerChannel {
  readonly #deps: Deps;
  #current: Current | null;
  #polledAt: number | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#current = this.#recall();
  }

  get connected(): boolean {
    return this.#current?.state.step === "connected";
  }

  /** Progress of the backlog that the logger is sending; null if there is none or the logger is not connected. */
  get backlog(): Backlog | null {
    const progress = this.connected ? this.#current?.state.backlog : null;
    return progress ? describeBacklog(progress) : null;
  }

  /** When the poller last polled the site, ms UTC; null if unknown. */
  get polledAt(): number | null {
    return this.#polledAt;
  }

  send(message: PortalMessage): boolean {
    if (!this.connected || this.#current === null) return false;
    if (!write(this.#current.socket, message)) return false;
    this.#follow(stepLoggerSession(this.#current.state, { kind: "asked" }));
    return true;
  }

  /**
   * Accepts a connection, which replaces an older one. A module that was just unlinked gets 409, unless the Worker
   * found it at this site after such a refusal, that is, after it was claimed again. A logger that floods repeatedly
   * gets 429.
   */
  accept({ serial, foundAfter }: Pick<LoggerStamp, "serial" | "foundAfter">): Response {
    const unlinkedUntil = this.#deps.unlinked.refusedUntil(serial);
    if (unlinkedUntil !== null && unlinkedUntil !== foundAfter) {
      const wait = Math.ceil((unlinkedUntil - this.#deps.clock.now()) / 1000);
      const named = { [UNLINK_HEADER]: `${unlinkedUntil}` };
      return refuseUpgrade(409, "Unlinked from this site.", wait, named);
    }
    const { waitMs } = this.#deps.budgets;
    if (waitMs > 0) return refuseUpgrade(429, "Too many updates.", Math.ceil(waitMs / 1000));
    const { 0: loggerEnd, 1: ownEnd } = new WebSocketPair();
    const now = this.#deps.clock.now();
    const keptFrom = this.#current?.state.step === "opened" ? this.#current.keptFrom : now;
    this.#end(CLOSE.takenOver, "taken over by a newer connection");
    this.#deps.sockets.acceptWebSocket(ownEnd, [LOGGER_TAG]);
    const state = openConversation(serial, now, this.#deps.budgets.updates);
    this.#remember({ socket: ownEnd, state, keptFrom });
    this.updateLiveness();
    const headers = { "Sec-WebSocket-Protocol": LOGGER_SUBPROTOCOL };
    return new Response(null, { status: 101, webSocket: loggerEnd, headers });
  }

  unlink(serial = this.#current?.state.serial): void {
    this.#deps.unlinked.remember(serial);
    this.#end(CLOSE.unlinked, "module unlinked");
    this.updateLiveness();
  }

  /** Admits unlinked modules at once, after the site was restored with its module. */
  admitUnlinked(): void {
    this.#deps.unlinked.admitAll();
  }

  /** Whether this is the current socket. */
  isCurrent(socket: WebSocket): boolean {
    return this.#current?.socket === socket;
  }

  /** Closes the socket of a logger that sent more frames than can be handled. */
  onFlood(socket: WebSocket): void {
    if (!this.isCurrent(socket)) return;
    this.#end(CLOSE.tooFast, "too many frames");
    this.updateLiveness();
  }

  onFrame(socket: WebSocket, frame: string | ArrayBuffer): void {
    const current = this.#current;
    if (current?.socket !== socket) return;
    const { clock, samplingPolicy } = this.#deps;
    const { sampling, step } = current.state;
    this.#follow(
      stepLoggerSession(current.state, {
        kind: "frame",
        at: clock.now(),
        frame,
        wanted: step === "connected" && sampling !== null ? sampling : samplingPolicy.current(),
      }),
    );
    this.updateLiveness();
  }

  /** Handles a socket that the logger closed or that broke. */
  closed(socket: WebSocket): void {
    if (this.#current?.socket !== socket) return;
    this.#remember({
      ...this.#current,
      state: stepLoggerSession(this.#current.state, ENDED).state,
    });
    this.updateLiveness();
  }

  /** Sends the logger the current sampling if it has another one. */
  offerSampling(): void {
    const { clock, samplingPolicy } = this.#deps;
    const wanted = samplingPolicy.current();
    if (this.#current === null) return;
    const at = clock.now();
    const id = `config-${at}`;
    this.#follow(stepLoggerSession(this.#current.state, { kind: "offerSampling", at, wanted, id }));
  }

  /** Records that the poller polled the site, and updates its liveness. */
  onPolled(): void {
    this.#polledAt = this.#deps.clock.now();
    if (this.#current !== null) this.#remember(this.#current);
    this.updateLiveness();
  }

  /** Decides whether the site is online, and notifies viewers and database of a change. */
  updateLiveness(): void {
    const { clock, presence, presenceChanged } = this.#deps;
    if (presence.setOnline(isAlive(this.#livenessInput, clock.now()))) presenceChanged();
  }

  /** When the logger must have sent `connect`, ms UTC; null if it has. */
  connectDueAt(): number | null {
    return this.#current === null ? null : connectDueAt(this.#current.state);
  }

  /** Closes a socket without a `connect` after its time limit. */
  onTimer(): void {
    if (this.#current === null) return;
    this.#follow(
      stepLoggerSession(this.#current.state, { kind: "time", at: this.#deps.clock.now() }),
    );
    this.updateLiveness();
  }

  /** When to check liveness again without a frame, ms UTC; null if there is nothing to wait for. */
  nextLivenessCheck(now: number): number | null {
    return nextLivenessCheck(this.#livenessInput, now);
  }

  get #livenessInput(): LivenessInput {
    const { online, since } = this.#deps.presence;
    if (this.#current === null) return { online, since, socket: null };
    const { socket, state, keptFrom } = this.#current;
    const heartbeatAt = this.#heartbeatAt(socket);
    const polledAt = this.#polledAt;
    return { online, since, socket: { ...state, keptFrom, heartbeatAt, polledAt } };
  }

  #heartbeatAt(socket: WebSocket): number | null {
    return this.#deps.sockets.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? null;
  }

  #follow({ state, effects }: { state: ConversationState; effects: ConversationEffect[] }): void {
    if (this.#current === null) return;
    const { socket } = this.#current;
    const wasConnected = this.connected;
    this.#remember({ ...this.#current, state });
    // A silent logger that sends again is online before its message is applied.
    if (wasConnected) this.updateLiveness();
    for (const effect of effects) this.#perform(socket, effect);
    if (this.#deps.repeats.isUnsaved && this.#current !== null) this.#remember(this.#current);
  }

  #perform(socket: WebSocket, effect: ConversationEffect): void {
    if (effect.kind === "send") {
      write(socket, effect.message);
      return;
    }
    if (effect.kind === "close") {
      shut(socket, effect.code, effect.reason);
      return;
    }
    if (effect.kind === "overUpdates") {
      this.#deps.budgets.noteOverUpdates();
      return;
    }
    let answered = false;
    const reply: Reply = (message) => {
      answered = true;
      write(socket, message);
    };
    try {
      const { isOver } = this.#deps.intake().take(effect, reply);
      if (isOver && this.isCurrent(socket)) this.#end(CLOSE.tooFast, "over a budget for too long");
    } catch (error) {
      logFailure(`${effect.kind} of a logger's message failed`, error);
      if (answered) return;
      const fault = faultOf(effect);
      if (fault !== null) write(socket, fault);
      else if (effect.kind === "welcome") this.#end(CLOSE_INTERNAL, "internal error");
    }
  }

  #end(code: number, reason: string): void {
    if (this.#current === null) return;
    const { socket, state } = this.#current;
    this.#remember({ ...this.#current, state: stepLoggerSession(state, ENDED).state });
    shut(socket, code, reason);
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
    } satisfies StoredLoggerAttachment);
  }

  /** Restores the socket after hibernation, if there is one. */
  #recall(): Current | null {
    for (const socket of this.#deps.sockets.getWebSockets(LOGGER_TAG)) {
      const { data } = loggerAttachment.safeParse(socket.deserializeAttachment());
      if (data === undefined) shut(socket, CLOSE_INTERNAL, "state not readable");
      else if (data.conversation.step !== "ended") {
        this.#polledAt = data.visitedAt;
        this.#deps.repeats.restore(data.repeats);
        return { socket, state: data.conversation, keptFrom: data.keptFrom };
      }
    }
    return null;
  }
}

function write(socket: WebSocket, message: PortalMessage): boolean {
  return writeText(socket, JSON.stringify(message));
}
