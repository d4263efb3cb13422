import { can } from "#domain/access/can.ts";
import type { CommandRecord } from "#domain/commands/command-record.ts";
import { FAST_SAMPLING, MONITOR_SAMPLING, type Sampling } from "#domain/loggers/sampling.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import { CLOSE, COMMAND, HEARTBEAT_ANSWER_TEXT } from "#protocol/logger/command-numbers.ts";
import type { Revocation, ViewerStamp } from "#protocol/site-rpc.ts";
import { nextMoment, stepViewerSession } from "#protocol/viewer/conversation.ts";
import { startConversation } from "#protocol/viewer/conversation-state.ts";
import type { ViewerEffect, ViewerEvent } from "#protocol/viewer/conversation-step.ts";
import { LOGIN_WITHIN_MS, STOPPED_READING_MS } from "#protocol/viewer/limits.ts";
import type { ViewerRequest } from "#protocol/viewer/requests.ts";
import { encodeBody } from "#protocol/viewer/sealed-body.ts";
import type { Clock, SiteState, Timers, ViewerBroadcaster } from "../interfaces.ts";
import { refuseUpgrade } from "../refuse-upgrade.ts";
import { ChangePushes } from "./change-pushes.ts";
import type { LoggerClock } from "./logger-clock.ts";
import type { RevocationLog } from "./revocation-log.ts";
import { buildWelcome } from "./snapshot.ts";
import { ValuePushes } from "./value-pushes.ts";
import type { ViewerSocket, ViewerSockets } from "./viewer-sockets.ts";

/** Name of the hub's timer. */
export const VIEWERS_TIMER = "viewers";
const CONNECTION_ID_BYTES = 12;
/** Maximum number of sockets of one ticket that wait for the login, which succeeds on one of them. */
const MAX_WAITING_OF_TICKET = 4;
const MAX_SOCKETS_OF_SESSION = 1_000;
/** Maximum number of sockets of one share link, which anyone may have, and of one of its sessions. */
const MAX_SOCKETS_OF_SHARE = 300;
const MAX_SOCKETS_OF_SHARE_SESSION = 20;
const TOO_MANY_WAIT_S = 10;
/** Minimum span over which viewers reconnect after a close, ms. */
const MIN_JITTER_MS = 10_000;
/** Reconnect span per viewer, ms, so that at most fifty log in per second. */
const JITTER_EACH_MS = 20;
/** Maximum reconnect span, ms: with the delay before it, a viewer is away for at most 35 s. */
const MAX_JITTER_MS = 25_000;

type Deps = {
  sockets: ViewerSockets;
  revocations: RevocationLog;
  clock: Clock;
  timers: Timers;
  site: SiteState;
  loggerClock: LoggerClock;
  /** Returns the records that are open or ended within the last hour. */
  recentCommands: () => CommandRecord[];
  request: (viewer: ViewerSocket, tag: string, request: ViewerRequest) => void;
  /** Called when a connection ended, logged in or not. @param id of the connection */
  gone: (id: string) => void;
  /** Called when a viewer logged in or left. */
  viewersChanged: () => void;
  /** Decides again whether the site is online: a heartbeat of the logger does not wake the object. */
  recheckLiveness: () => void;
};

/** The site's viewers: each gets a welcome and then the changes. */
export class ViewerHub implements ViewerBroadcaster {
  readonly #deps: Deps;
  readonly #pushes: ValuePushes;
  readonly #changes: ChangePushes;
  #wakeAt: number | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#pushes = new ValuePushes(deps);
    this.#changes = new ChangePushes(deps);
  }

  /** Accepts an upgrade, or refuses it: 403 after a revocation, 429 above the limits. */
  accept(stamp: ViewerStamp): Response {
    const { clock, revocations, sockets } = this.#deps;
    if (revocations.hasEnded(stamp)) return refuseUpgrade(403, "Not allowed.");
    if (this.#isOneTooMany(stamp)) return refuseUpgrade(429, "Too many.", TOO_MANY_WAIT_S);
    const { 0: browserEnd, 1: ownEnd } = new WebSocketPair();
    const id = toBase64Url(clock.randomBytes(CONNECTION_ID_BYTES));
    sockets.accept(ownEnd, startConversation(stamp, id, clock.now()));
    const { endsAt } = stamp;
    this.#schedule(Math.min(clock.now() + LOGIN_WITHIN_MS, endsAt ?? Number.POSITIVE_INFINITY));
    return new Response(null, { status: 101, webSocket: browserEnd });
  }

  onFrame(socket: WebSocket, data: string | ArrayBuffer): void {
    const viewer = this.#deps.sockets.find(socket);
    if (viewer === undefined) return;
    this.#follow(viewer, { kind: "frame", data });
  }

  /** Handles a socket that the viewer closed or that broke. */
  closed(socket: WebSocket): void {
    const state = this.#deps.sockets.drop(socket);
    if (state !== null) this.#left(state.id);
  }

  /** Closes the sockets of a revocation and stores it. */
  endViewers(ended: Revocation): void {
    const { clock, revocations, sockets } = this.#deps;
    revocations.end(ended, clock.now());
    for (const viewer of sockets.all()) {
      const { session, person, rightsVersion } = viewer.state.facts;
      const isTheirs =
        "session" in ended
          ? session === ended.session
          : person === ended.person && rightsVersion < ended.rightsVersion;
      if (isTheirs) this.#close(viewer, CLOSE.rightEnded);
    }
  }

  /** Closes viewers that did not log in, stopped reading or left without a close. */
  wake(): void {
    this.#wakeAt = null;
    for (const viewer of this.#deps.sockets.all())
      this.#follow(viewer, { kind: "time", heartbeatAt: this.#deps.sockets.heartbeatAt(viewer) });
    this.#schedule();
  }

  valuesChanged(at: number, values: ReadonlyMap<string, RegisterValue>): void {
    if (this.#pushes.push(at, values)) this.#schedule(this.#deps.clock.now() + STOPPED_READING_MS);
  }

  errorsChanged(): void {
    this.#changes.onListChanged("errors");
  }

  statusChanged(equipmentAddresses: readonly string[]): void {
    this.#changes.statusChanged(equipmentAddresses);
  }

  treeChanged(): void {
    this.#changes.onListChanged("tree");
  }

  /** Sends what a timer of `ChangePushes` is due for. */
  pushPending(name: string): void {
    this.#changes.wake(name);
  }

  /** Sends a changed command record to the viewers who may see it. */
  commandChanged(record: CommandRecord): void {
    const { sockets } = this.#deps;
    const concerned = sockets.watching().filter(({ visibility }) => visibility.commands);
    if (concerned.length === 0) return;
    const body = encodeBody(record);
    for (const viewer of concerned) sockets.send(viewer, COMMAND.controlAnswer, "", body);
  }

  requestedRate(): Sampling | null {
    const watching = this.#deps.sockets.watching();
    if (watching.length === 0) return null;
    return watching.some(({ state }) => can(state.facts, "sampleFast"))
      ? FAST_SAMPLING
      : MONITOR_SAMPLING;
  }

  /** Sends an answer to a request if its viewer is still connected. @param id of the connection */
  answer(id: string, tag: string, cmd: number, body: unknown): void {
    const viewer = this.#deps.sockets.findById(id);
    if (viewer !== undefined) this.#deps.sockets.send(viewer, cmd, tag, encodeBody(body));
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

  #follow(viewer: ViewerSocket, event: ViewerEvent): void {
    const { clock, sockets } = this.#deps;
    const { state, effects } = stepViewerSession(viewer.state, event, clock.now());
    sockets.update(viewer, state);
    for (const effect of effects) this.#perform(viewer, effect);
  }

  #perform(viewer: ViewerSocket, effect: ViewerEffect): void {
    const { clock, revocations, request, sockets } = this.#deps;
    switch (effect.kind) {
      case "send":
        sockets.send(viewer, effect.cmd, effect.tag, encodeBody(effect.body));
        break;
      case "answerHeartbeat":
        sockets.sendText(viewer, HEARTBEAT_ANSWER_TEXT);
        break;
      case "takeTicket": {
        // A new viewer gets the current state.
        this.#deps.recheckLiveness();
        const fresh = revocations.takeTicket(effect.hash, effect.until, clock.now());
        this.#follow(viewer, { kind: "ticket", tag: effect.tag, fresh });
        break;
      }
      case "welcome":
        this.#welcome(viewer, effect.tag);
        break;
      case "request":
        request(viewer, effect.tag, effect.request);
        break;
      case "resume":
        this.#changes.resume(viewer);
        this.#pushes.resume(viewer);
        break;
      case "close":
        this.#close(viewer, effect.code);
    }
  }

  #welcome(viewer: ViewerSocket, tag: string): void {
    const { clock, viewersChanged, loggerClock, recentCommands, site, sockets } = this.#deps;
    const { role } = viewer.state.facts;
    if (role === 0) return;
    const picture = buildWelcome(site, viewer.visibility, {
      role,
      loggerClock,
      now: clock.now(),
      commands: viewer.visibility.commands ? recentCommands() : [],
      reconnectJitterMs: jitterFor(sockets.all().length),
    });
    sockets.send(viewer, COMMAND.loginAnswer, tag, encodeBody(picture));
    this.#changes.welcomed(viewer);
    viewersChanged();
  }

  #close(viewer: ViewerSocket, code: number): void {
    this.#deps.sockets.close(viewer, code);
    this.#left(viewer.state.id);
  }

  #left(id: string): void {
    this.#deps.gone(id);
    this.#deps.viewersChanged();
  }

  /**
   * Schedules the timer for the next deadline; it may ring early and find nothing to do.
   * @param moment a new deadline, ms UTC; all viewers are checked if the timer's instant is unknown
   */
  #schedule(moment?: number): void {
    const { timers } = this.#deps;
    const next = this.#wakeAt === null || moment === undefined ? this.#nextMoment() : moment;
    if (next === null || (this.#wakeAt !== null && this.#wakeAt <= next)) return;
    this.#wakeAt = next;
    timers.set(VIEWERS_TIMER, next);
  }

  #nextMoment(): number | null {
    const { sockets } = this.#deps;
    const all = sockets.all();
    const moments = all.map((viewer) => nextMoment(viewer.state, sockets.heartbeatAt(viewer)));
    return moments.length === 0 ? null : Math.min(...moments);
  }
}

function jitterFor(viewers: number): number {
  return Math.min(MAX_JITTER_MS, Math.max(MIN_JITTER_MS, viewers * JITTER_EACH_MS));
}
