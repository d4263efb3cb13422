import { type Backlog, describeBacklog } from "#protocol/logger/backlog.ts";
import { CLOSE, COMMAND } from "#protocol/logger/command-numbers.ts";
import {
  type ConversationEffect,
  type ConversationState,
  connectDueAt,
  converse,
  openConversation,
} from "#protocol/logger/conversation.ts";
import { LOGGER_SUBPROTOCOL } from "#protocol/logger/limits.ts";
import type { PortalMessage } from "#protocol/logger/messages.ts";
import { type LoggerStamp, UNLINK_HEADER } from "#protocol/site-rpc.ts";
import { type LoggerAttachment, loggerAttachment } from "./attachments.ts";
import { isHeard, type Listening, nextLook } from "./listen.ts";
import { logFailure } from "./log-failure.ts";
import type { LoggerBudgets } from "./logger-budgets.ts";
import type { LoggerIntake, Reply } from "./logger-intake.ts";
import type { Clock, LoggerLine } from "./parts.ts";
import type { Presence } from "./presence.ts";
import { refuseUpgrade } from "./refuse-upgrade.ts";
import type { SamplingDemand } from "./sampling-demand.ts";
import { CLOSE_INTERNAL, shut, writeText } from "./socket-writes.ts";
import type { UnlinkedModule } from "./unlinked-module.ts";

export const LOGGER_TAG = "logger";

export type Sockets = Pick<
  DurableObjectState,
  "acceptWebSocket" | "getWebSockets" | "getWebSocketAutoResponseTimestamp"
>;
type Parts = {
  sockets: Sockets;
  clock: Clock;
  presence: Presence;
  demand: SamplingDemand;
  unlinked: UnlinkedModule;
  budgets: LoggerBudgets;
  /** Asked for when a frame comes, because it sends through this link itself. */
  intake: () => LoggerIntake;
  presenceChanged: () => void;
};
type Current = { socket: WebSocket; state: ConversationState; keptFrom: number };

const ENDED = { kind: "ended" } as const;

/** The logger's socket: the newest one counts, whatever comes on an older one is not heard. */
export class LoggerLink implements LoggerLine {
  readonly #parts: Parts;
  #current: Current | null;
  #polledAt: number | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#current = this.#recall();
  }

  get connected(): boolean {
    return this.#current?.state.step === "connected";
  }

  /** What the logger still has to send of the time before; null where that is nothing, or it is away. */
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
    this.#follow(converse(this.#current.state, { kind: "asked" }));
    return true;
  }

  /**
   * A newer connection wins. One of a module that was just unlinked gets 409, unless the Worker found the module at this
   * site after such a refusal: it was claimed again. One that floods again and again gets 429.
   */
  accept({ serial, foundAfter }: Pick<LoggerStamp, "serial" | "foundAfter">): Response {
    const unlinkedUntil = this.#parts.unlinked.refusedUntil(serial);
    if (unlinkedUntil !== null && unlinkedUntil !== foundAfter) {
      const wait = Math.ceil((unlinkedUntil - this.#parts.clock.now()) / 1000);
      const named = { [UNLINK_HEADER]: `${unlinkedUntil}` };
      return refuseUpgrade(409, "Unlinked from this site.", wait, named);
    }
    const { waitMs } = this.#parts.budgets;
    if (waitMs > 0) return refuseUpgrade(429, "Too many updates.", Math.ceil(waitMs / 1000));
    const { 0: loggerEnd, 1: ownEnd } = new WebSocketPair();
    const now = this.#parts.clock.now();
    const keptFrom = this.#current?.state.step === "opened" ? this.#current.keptFrom : now;
    this.#end(CLOSE.takenOver, "taken over by a newer connection");
    this.#parts.sockets.acceptWebSocket(ownEnd, [LOGGER_TAG]);
    const state = openConversation(serial, now, this.#parts.budgets.updates);
    this.#remember({ socket: ownEnd, state, keptFrom });
    this.judge();
    const headers = { "Sec-WebSocket-Protocol": LOGGER_SUBPROTOCOL };
    return new Response(null, { status: 101, webSocket: loggerEnd, headers });
  }

  unlink(serial = this.#current?.state.serial): void {
    this.#parts.unlinked.remember(serial);
    this.#end(CLOSE.unlinked, "module unlinked");
    this.judge();
  }

  /** The site was restored with its module, which may connect at once. */
  admitUnlinked(): void {
    this.#parts.unlinked.admitAll();
  }

  /** Whether what comes on this socket is heard. */
  counts(socket: WebSocket): boolean {
    return this.#current?.socket === socket;
  }

  /** More came than could be looked at. */
  flooded(socket: WebSocket): void {
    if (!this.counts(socket)) return;
    this.#end(CLOSE.tooFast, "too many frames");
    this.judge();
  }

  hear(socket: WebSocket, frame: string | ArrayBuffer): void {
    const current = this.#current;
    if (current?.socket !== socket) return;
    const { clock, demand } = this.#parts;
    const { told, step } = current.state;
    this.#follow(
      converse(current.state, {
        kind: "frame",
        at: clock.now(),
        frame,
        wanted: step === "connected" && told !== null ? told : demand.wanted(),
      }),
    );
    this.judge();
  }

  /** Closed by the other side, or broken. */
  closed(socket: WebSocket): void {
    if (this.#current?.socket !== socket) return;
    this.#remember({ ...this.#current, state: converse(this.#current.state, ENDED).state });
    this.judge();
  }

  /** Tells the logger the sampling due, where it does not know it. */
  offerSampling(): void {
    const { clock, demand } = this.#parts;
    const wanted = demand.wanted();
    if (this.#current === null) return;
    const at = clock.now();
    const id = `config-${at}`;
    this.#follow(converse(this.#current.state, { kind: "demand", at, wanted, id }));
  }

  /** Records that the poller polled the site, and updates its liveness. */
  onPolled(): void {
    this.#polledAt = this.#parts.clock.now();
    if (this.#current !== null) this.#remember(this.#current);
    this.judge();
  }

  /** Decides whether the site is online, and tells where that changed. */
  judge(): void {
    const { clock, presence, presenceChanged } = this.#parts;
    if (presence.turn(isHeard(this.#listening, clock.now()))) presenceChanged();
  }

  /** When the logger must have said `connect`, ms UTC; null where it has. */
  connectDueAt(): number | null {
    return this.#current === null ? null : connectDueAt(this.#current.state);
  }

  /** Time has passed: a socket without a `connect` does not stay open for ever. */
  passTime(): void {
    if (this.#current === null) return;
    this.#follow(converse(this.#current.state, { kind: "time", at: this.#parts.clock.now() }));
    this.judge();
  }

  /** When to judge anew although nothing was heard, ms UTC; null while there is nothing to wait for. */
  nextLook(now: number): number | null {
    return nextLook(this.#listening, now);
  }

  get #listening(): Listening {
    const { online, since } = this.#parts.presence;
    if (this.#current === null) return { online, since, socket: null };
    const { socket, state, keptFrom } = this.#current;
    const heartbeatAt = this.#heartbeatAt(socket);
    const polledAt = this.#polledAt;
    return { online, since, socket: { ...state, keptFrom, heartbeatAt, polledAt } };
  }

  #heartbeatAt(socket: WebSocket): number | null {
    return this.#parts.sockets.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? null;
  }

  #follow({ state, effects }: { state: ConversationState; effects: ConversationEffect[] }): void {
    if (this.#current === null) return;
    const { socket } = this.#current;
    const wasConnected = this.connected;
    this.#remember({ ...this.#current, state });
    // A silent logger that speaks again is online before anybody is told what it said.
    if (wasConnected) this.judge();
    for (const effect of effects) this.#perform(socket, effect);
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
      this.#parts.budgets.noteOverUpdates();
      return;
    }
    let answered = false;
    const reply: Reply = (message) => {
      answered = true;
      write(socket, message);
    };
    try {
      const { isOver } = this.#parts.intake().take(effect, reply);
      if (isOver && this.counts(socket)) this.#end(CLOSE.tooFast, "over a budget for too long");
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
    this.#remember({ ...this.#current, state: converse(state, ENDED).state });
    shut(socket, code, reason);
  }

  #remember(current: Current): void {
    const { socket, state, keptFrom } = current;
    this.#current = state.step === "ended" ? null : current;
    this.#parts.budgets.keepUpdates(state.updates, state.told, state.step === "ended");
    socket.serializeAttachment({
      v: 1,
      kind: "logger",
      conversation: state,
      keptFrom,
      visitedAt: this.#polledAt,
    } satisfies LoggerAttachment);
  }

  /** The socket that hibernation left us, if any. */
  #recall(): Current | null {
    for (const socket of this.#parts.sockets.getWebSockets(LOGGER_TAG)) {
      const { data } = loggerAttachment.safeParse(socket.deserializeAttachment());
      if (data === undefined) shut(socket, CLOSE_INTERNAL, "state not readable");
      else if (data.conversation.step !== "ended") {
        this.#polledAt = data.visitedAt;
        return { socket, state: data.conversation, keptFrom: data.keptFrom };
      }
    }
    return null;
  }
}

/** What could not be stored: keep it and send it again. */
function faultOf(effect: ConversationEffect): PortalMessage | null {
  switch (effect.kind) {
    case "storeBatch":
      return { cmd: COMMAND.realDataUpdateAnswer, id: effect.message.id, status: 500 };
    case "updateEvents":
      return { cmd: COMMAND.eventUpdateAnswer, id: effect.message.id, status: 500 };
    case "updateStatuses":
      return { cmd: COMMAND.statusUpdateAnswer, id: effect.message.id, status: 500 };
    default:
      return null;
  }
}

function write(socket: WebSocket, message: PortalMessage): boolean {
  return writeText(socket, JSON.stringify(message));
}
