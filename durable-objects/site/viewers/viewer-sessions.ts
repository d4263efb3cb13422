import { SITE_ROLE } from "#domain/access/roles.ts";
import { PROBLEM_STATUS } from "#domain/problem.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import { CLOSE, COMMAND, HEARTBEAT_ANSWER_TEXT } from "#protocol/logger/command-numbers.ts";
import type { Revocation, ViewerStamp } from "#protocol/site-rpc.ts";
import { stepViewerSession } from "#protocol/viewer/conversation.ts";
import { startConversation } from "#protocol/viewer/conversation-state.ts";
import type { ViewerEffect, ViewerEvent } from "#protocol/viewer/conversation-step.ts";
import { LOGIN_WITHIN_MS } from "#protocol/viewer/limits.ts";
import { encodeBody } from "#protocol/viewer/sealed-body.ts";
import type { CommandQueue } from "../commands/command-queue.ts";
import type { QueryRelay } from "../commands/query-relay.ts";
import type { SwitchGate } from "../commands/switch-gate.ts";
import type { Clock } from "../interfaces.ts";
import type { LivenessMonitor } from "../liveness-monitor.ts";
import type { LoggerLink } from "../logger-link.ts";
import type { DirectCommands } from "../settings/direct-commands.ts";
import type { SiteChanges } from "../settings/site-changes.ts";
import type { SiteState } from "../site-state.ts";
import { refuseUpgrade } from "../upgrades.ts";
import { answerRequest } from "./answer-request.ts";
import { buildWelcome } from "./build-messages.ts";
import type { LoggerClock } from "./logger-clock.ts";
import type { RevocationLog } from "./revocation-log.ts";
import type { ViewerBroadcaster } from "./viewer-broadcaster.ts";
import type { ViewerSocket, ViewerSockets } from "./viewer-sockets.ts";
import type { ViewerTimer } from "./viewer-timer.ts";

const CONNECTION_ID_BYTES = 12;
/** Maximum number of sockets of one ticket that wait for the login, which succeeds on one of them. */
const MAX_WAITING_OF_TICKET = 4;
const MAX_SOCKETS_OF_SESSION = 1_000;
/** Maximum number of sockets of one share link, which anyone may have, and of one of its sessions. */
const MAX_SOCKETS_OF_SHARE = 300;
const MAX_SOCKETS_OF_SHARE_SESSION = 20;
const TOO_MANY_WAIT_S = 10;
/** Minimum span over which viewers reconnect after a close, ms. */
const MIN_JITTER_MS = 10 * SECOND_MS;
/** Reconnect span per viewer, ms, so that at most fifty log in per second. */
const JITTER_EACH_MS = 20;
/** Maximum reconnect span, ms: with the delay before it, a viewer is away for at most 35 s. */
const MAX_JITTER_MS = 25 * SECOND_MS;

type Deps = {
  sockets: ViewerSockets;
  broadcaster: ViewerBroadcaster;
  viewerTimer: ViewerTimer;
  revocations: RevocationLog;
  clock: Clock;
  site: SiteState;
  loggerClock: LoggerClock;
  queue: CommandQueue;
  direct: DirectCommands;
  changes: Pick<SiteChanges, "endRevoked">;
  relay: QueryRelay;
  gate: SwitchGate;
  link: LoggerLink;
  liveness: LivenessMonitor;
};

/** Handles what happens on the viewers' sockets: upgrades, frames, closes, revocations and time limits. */
export class ViewerSessions {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Accepts an upgrade, or refuses it: 403 after a revocation, 429 above the limits. */
  acceptViewer(stamp: ViewerStamp): Response {
    const { clock, revocations, sockets, viewerTimer } = this.#deps;
    if (revocations.hasEnded(stamp)) return refuseUpgrade(PROBLEM_STATUS.forbidden, "Not allowed.");
    if (this.#isOneTooMany(stamp))
      return refuseUpgrade(PROBLEM_STATUS.tooFast, "Too many.", TOO_MANY_WAIT_S);
    const { 0: browserEnd, 1: ownEnd } = new WebSocketPair();
    const id = toBase64Url(clock.randomBytes(CONNECTION_ID_BYTES));
    sockets.accept(ownEnd, startConversation(stamp, id, clock.now()));
    const { endsAt } = stamp;
    viewerTimer.scheduleBy(
      Math.min(clock.now() + LOGIN_WITHIN_MS, endsAt ?? Number.POSITIVE_INFINITY),
    );
    return new Response(null, { status: 101, webSocket: browserEnd });
  }

  /** Handles a frame of a viewer; frames of an unknown socket are ignored. */
  receiveViewerFrame(socket: WebSocket, data: string | ArrayBuffer): void {
    const viewer = this.#deps.sockets.find(socket);
    if (viewer === undefined) return;
    this.#stepViewer(viewer, { kind: "frame", data });
  }

  /** Handles a socket that the viewer closed or that broke. */
  viewerClosed(socket: WebSocket): void {
    const state = this.#deps.sockets.drop(socket);
    if (state !== null) this.#left(state.id);
  }

  /** Stores a revocation, closes its sockets, and ends its queued commands unsent. */
  revoke(ended: Revocation): void {
    const { changes, clock, queue, revocations, sockets } = this.#deps;
    revocations.end(ended, clock.now());
    for (const viewer of sockets.all()) {
      const { session, person, rightsVersion } = viewer.state.facts;
      const isTheirs =
        "session" in ended
          ? session === ended.session
          : person === ended.person && rightsVersion < ended.rightsVersion;
      if (isTheirs) this.#close(viewer, CLOSE.rightEnded);
    }
    changes.endRevoked(ended);
    queue.endRevoked(ended);
  }

  /** Closes viewers that did not log in, stopped reading or left without a close. */
  checkViewers(): void {
    const { sockets, viewerTimer } = this.#deps;
    viewerTimer.onRing();
    for (const viewer of sockets.all())
      this.#stepViewer(viewer, { kind: "timeout", heartbeatAt: sockets.heartbeatAt(viewer) });
    viewerTimer.scheduleNext();
  }

  #isOneTooMany({ session, person, share, ticketHash }: ViewerStamp): boolean {
    let ofSession = 0;
    let ofShare = 0;
    let ofTicket = 0;
    for (const { state } of this.#deps.sockets.all()) {
      if (state.facts.session === session) ofSession += 1;
      if (share && state.facts.person === person) ofShare += 1;
      if (state.login?.ticketHash === ticketHash) ofTicket += 1;
    }
    const maxOfSession = share ? MAX_SOCKETS_OF_SHARE_SESSION : MAX_SOCKETS_OF_SESSION;
    return (
      ofSession >= maxOfSession ||
      ofShare >= MAX_SOCKETS_OF_SHARE ||
      ofTicket >= MAX_WAITING_OF_TICKET
    );
  }

  #stepViewer(viewer: ViewerSocket, event: ViewerEvent): void {
    const { clock, sockets } = this.#deps;
    const { state, effects } = stepViewerSession(viewer.state, event, clock.now());
    sockets.update(viewer, state);
    for (const effect of effects) this.#performViewerEffect(viewer, effect);
  }

  #performViewerEffect(viewer: ViewerSocket, effect: ViewerEffect): void {
    const { broadcaster, clock, liveness, revocations, sockets } = this.#deps;
    switch (effect.kind) {
      case "send":
        sockets.send(viewer, effect.cmd, effect.tag, encodeBody(effect.body));
        break;
      case "answerHeartbeat":
        sockets.sendText(viewer, HEARTBEAT_ANSWER_TEXT);
        break;
      case "takeTicket": {
        // A new viewer gets the current state, and a heartbeat of the logger does not wake the object.
        liveness.updateLiveness();
        const fresh = revocations.takeTicket(effect.hash, effect.until, clock.now());
        this.#stepViewer(viewer, { kind: "ticket", tag: effect.tag, fresh });
        break;
      }
      case "welcome":
        this.#welcome(viewer, effect.tag);
        break;
      case "request":
        answerRequest(this.#deps, viewer, effect.tag, effect.request);
        break;
      case "resume":
        broadcaster.resume(viewer);
        break;
      case "close":
        this.#close(viewer, effect.code);
    }
  }

  #welcome(viewer: ViewerSocket, tag: string): void {
    const { broadcaster, clock, link, loggerClock, queue, site, sockets } = this.#deps;
    const { role } = viewer.state.facts;
    if (role === SITE_ROLE.none) return;
    const welcome = buildWelcome(site, viewer.visibility, {
      role,
      loggerClock,
      now: clock.now(),
      commands: viewer.visibility.commands ? queue.recent() : [],
      reconnectJitterMs: jitterFor(sockets.all().length),
    });
    sockets.send(viewer, COMMAND.loginAnswer, tag, encodeBody(welcome));
    broadcaster.onWelcomed(viewer);
    link.offerSampling();
  }

  #close(viewer: ViewerSocket, code: number): void {
    this.#deps.sockets.close(viewer, code);
    this.#left(viewer.state.id);
  }

  /** Handles the end of a connection, logged in or not. */
  #left(id: string): void {
    this.#deps.relay.dropViewer(id);
    this.#deps.link.offerSampling();
  }
}

function jitterFor(viewers: number): number {
  return Math.min(MAX_JITTER_MS, Math.max(MIN_JITTER_MS, viewers * JITTER_EACH_MS));
}
