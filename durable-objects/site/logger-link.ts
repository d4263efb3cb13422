import { PROBLEM_STATUS } from "#domain/problem.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import { CLOSE, COMMAND } from "#protocol/logger/command-numbers.ts";
import {
  type ConversationEffect,
  type ConversationStep,
  connectDueAt,
  openConversation,
  stepLoggerSession,
} from "#protocol/logger/conversation.ts";
import { LOGGER_SUBPROTOCOL } from "#protocol/logger/limits.ts";
import type { PortalMessage } from "#protocol/logger/messages.ts";
import { type LoggerStamp, UNLINK_HEADER } from "#protocol/site-rpc.ts";
import type { Clock } from "./interfaces.ts";
import type { LivenessMonitor } from "./liveness-monitor.ts";
import { logFailure } from "./log-failure.ts";
import type { LoggerBudgets } from "./logger-budgets.ts";
import { type LoggerConnection, writeMessage } from "./logger-connection.ts";
import type { LoggerEffectHandler } from "./logger-effect-handler.ts";
import type { SamplingPolicy } from "./sampling-policy.ts";
import { CLOSE_INTERNAL, shut } from "./socket-writes.ts";
import type { UnlinkedModule } from "./unlinked-module.ts";
import { refuseUpgrade } from "./upgrades.ts";

type Deps = {
  clock: Clock;
  connection: LoggerConnection;
  liveness: LivenessMonitor;
  effectHandler: LoggerEffectHandler;
  samplingPolicy: SamplingPolicy;
  unlinked: UnlinkedModule;
  budgets: LoggerBudgets;
};

/**
 * Handles what happens on the logger's sockets: upgrades, frames, closes and time limits. The newest socket is the
 * current one; frames on older ones are ignored.
 */
export class LoggerLink {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Accepts a connection, which replaces an older one. A module that was just unlinked gets 409, unless the Worker
   * found it at this site after such a refusal, that is, after it was claimed again. A logger that floods repeatedly
   * gets 429.
   */
  acceptLogger({ serial, foundAfter }: Pick<LoggerStamp, "serial" | "foundAfter">): Response {
    const { budgets, clock, connection, liveness, unlinked } = this.#deps;
    const unlinkedUntil = unlinked.refusedUntil(serial);
    if (unlinkedUntil !== null && unlinkedUntil !== foundAfter) {
      const wait = Math.ceil((unlinkedUntil - clock.now()) / SECOND_MS);
      const named = { [UNLINK_HEADER]: `${unlinkedUntil}` };
      return refuseUpgrade(PROBLEM_STATUS.conflict, "Unlinked from this site.", wait, named);
    }
    const { waitMs } = budgets;
    if (waitMs > 0)
      return refuseUpgrade(
        PROBLEM_STATUS.tooFast,
        "Too many updates.",
        Math.ceil(waitMs / SECOND_MS),
      );
    const { 0: loggerEnd, 1: ownEnd } = new WebSocketPair();
    const now = clock.now();
    const { current } = connection;
    const keptFrom = current?.state.step === "opened" ? current.keptFrom : now;
    connection.end(CLOSE.takenOver, "taken over by a newer connection");
    connection.begin(ownEnd, openConversation(serial, now, budgets.updates), keptFrom);
    liveness.updateLiveness();
    const headers = { "Sec-WebSocket-Protocol": LOGGER_SUBPROTOCOL };
    return new Response(null, { status: 101, webSocket: loggerEnd, headers });
  }

  unlink(serial = this.#deps.connection.current?.state.serial): void {
    const { connection, liveness, unlinked } = this.#deps;
    unlinked.remember(serial);
    connection.end(CLOSE.unlinked, "module unlinked");
    liveness.updateLiveness();
  }

  /** Admits unlinked modules at once, after the site was restored with its module. */
  admitUnlinked(): void {
    this.#deps.unlinked.admitAll();
  }

  /** Closes the socket of a logger that sent more frames than can be handled. */
  closeFloodingLogger(socket: WebSocket): void {
    const { connection, liveness } = this.#deps;
    if (!connection.isCurrent(socket)) return;
    connection.end(CLOSE.tooFast, "too many frames");
    liveness.updateLiveness();
  }

  /** Handles a frame of the logger; frames of a socket that is not the current one are ignored. */
  receiveLoggerFrame(socket: WebSocket, frame: string | ArrayBuffer): void {
    const { clock, connection, liveness, samplingPolicy } = this.#deps;
    const { current } = connection;
    if (current?.socket !== socket) return;
    const { sampling, step } = current.state;
    this.#applyLoggerStep(
      stepLoggerSession(current.state, {
        kind: "frame",
        at: clock.now(),
        frame,
        wanted: step === "connected" && sampling !== null ? sampling : samplingPolicy.current(),
      }),
    );
    liveness.updateLiveness();
  }

  /** Handles a socket that the logger closed or that broke. */
  loggerClosed(socket: WebSocket): void {
    const { connection, liveness } = this.#deps;
    if (!connection.isCurrent(socket)) return;
    connection.drop();
    liveness.updateLiveness();
  }

  /** Sends the logger the current sampling if it has another one. */
  offerSampling(): void {
    const { clock, connection, samplingPolicy } = this.#deps;
    const wanted = samplingPolicy.current();
    if (connection.current === null) return;
    const at = clock.now();
    const id = `config-${at}`;
    const { state } = connection.current;
    this.#applyLoggerStep(stepLoggerSession(state, { kind: "offerSampling", at, wanted, id }));
  }

  /** Records that the poller polled the site, and updates its liveness. */
  onPolled(): void {
    const { clock, connection, liveness } = this.#deps;
    connection.notePoll(clock.now());
    liveness.updateLiveness();
  }

  /** Instant at which the logger must have sent `connect`, ms UTC; null if it has. */
  connectDueAt(): number | null {
    const { current } = this.#deps.connection;
    return current === null ? null : connectDueAt(current.state);
  }

  /** Closes a socket without a `connect` after its time limit. */
  enforceConnectTimeout(): void {
    const { clock, connection, liveness } = this.#deps;
    if (connection.current === null) return;
    const { state } = connection.current;
    this.#applyLoggerStep(stepLoggerSession(state, { kind: "timeout", at: clock.now() }));
    liveness.updateLiveness();
  }

  #applyLoggerStep({ state, effects }: ConversationStep): void {
    const { connection, liveness } = this.#deps;
    if (connection.current === null) return;
    const { socket } = connection.current;
    const wasConnected = connection.connected;
    connection.recordState(state);
    // A silent logger that sends again is online before its message is applied.
    if (wasConnected) liveness.updateLiveness();
    for (const effect of effects) this.#performLoggerEffect(socket, effect);
    connection.saveRepeats();
  }

  #performLoggerEffect(socket: WebSocket, effect: ConversationEffect): void {
    const { budgets, connection, effectHandler } = this.#deps;
    if (effect.kind === "send") {
      writeMessage(socket, effect.message);
      return;
    }
    if (effect.kind === "close") {
      shut(socket, effect.code, effect.reason);
      return;
    }
    if (effect.kind === "overUpdates") {
      budgets.noteOverUpdates();
      return;
    }
    let answered = false;
    try {
      const { isOver } = effectHandler.applyEffect(effect, (message) => {
        answered = true;
        writeMessage(socket, message);
      });
      if (isOver && connection.isCurrent(socket))
        connection.end(CLOSE.tooFast, "over a budget for too long");
    } catch (error) {
      logFailure(`${effect.kind} of a logger's message failed`, error);
      if (answered) return;
      const fault = faultOf(effect);
      if (fault !== null) writeMessage(socket, fault);
      else if (effect.kind === "welcome") connection.end(CLOSE_INTERNAL, "internal error");
    }
  }
}

/** Returns the answer to a message that could not be stored, so that the logger sends it again. */
function faultOf(effect: ConversationEffect): PortalMessage | null {
  switch (effect.kind) {
    case "storeBatch":
      return {
        cmd: COMMAND.realDataUpdateAnswer,
        id: effect.message.id,
        status: PROBLEM_STATUS.fault,
      };
    case "updateEvents":
      return {
        cmd: COMMAND.eventUpdateAnswer,
        id: effect.message.id,
        status: PROBLEM_STATUS.fault,
      };
    case "updateStatuses":
      return {
        cmd: COMMAND.statusUpdateAnswer,
        id: effect.message.id,
        status: PROBLEM_STATUS.fault,
      };
    default:
      return null;
  }
}
