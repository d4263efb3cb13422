import { can } from "#domain/access/can.ts";
import type { CommandRecord } from "#domain/commands/command-record.ts";
import { FAST_SAMPLING, MONITOR_SAMPLING, type Sampling } from "#domain/loggers/sampling.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import { CLOSE, COMMAND, HEARTBEAT_ANSWER_TEXT } from "#protocol/logger/command-numbers.ts";
import type { EndedRight, ViewerStamp } from "#protocol/site-rpc.ts";
import { converse, nextMoment } from "#protocol/viewer/conversation.ts";
import { startConversation } from "#protocol/viewer/conversation-state.ts";
import type { ViewerEffect, ViewerEvent } from "#protocol/viewer/conversation-step.ts";
import { LOGIN_WITHIN_MS, STOPPED_READING_MS } from "#protocol/viewer/limits.ts";
import type { ViewerRequest } from "#protocol/viewer/requests.ts";
import { encodeBody } from "#protocol/viewer/sealed-body.ts";
import type { Audience, Clock, SiteState, Timers } from "../parts.ts";
import { refuseUpgrade } from "../refuse-upgrade.ts";
import { ChangePushes } from "./change-pushes.ts";
import type { LoggerClock } from "./logger-clock.ts";
import type { RightsLedger } from "./rights-ledger.ts";
import { pictureSite } from "./site-picture.ts";
import { ValuePushes } from "./value-pushes.ts";
import type { ViewerSocket, ViewerSockets } from "./viewer-sockets.ts";

/** Name of the hub's timer. */
export const VIEWERS_TIMER = "viewers";
const CONNECTION_ID_BYTES = 12;
/** Of one ticket so many sockets may wait for the login, which can succeed on one of them only. */
const MAX_WAITING_OF_TICKET = 4;
const MAX_SOCKETS_OF_SESSION = 1_000;
/** Anybody may have a link: so many are let in by it at once, and by one entry through it. */
const MAX_SOCKETS_OF_SHARE = 300;
const MAX_SOCKETS_OF_SHARE_SESSION = 20;
const TOO_MANY_WAIT_S = 10;
/** After a close the viewers come back over this long at least … */
const MIN_JITTER_MS = 10_000;
/** … and so that no more than fifty of them log in each second, … */
const JITTER_EACH_MS = 20;
/** … but within this: with the wait before it, nobody is away for longer than 35 s. */
const MAX_JITTER_MS = 25_000;

type Needs = {
  sockets: ViewerSockets;
  ledger: RightsLedger;
  clock: Clock;
  timers: Timers;
  site: SiteState;
  loggerClock: LoggerClock;
  /** Open, or ended within the last hour. */
  recentCommands: () => CommandRecord[];
  request: (viewer: ViewerSocket, tag: string, request: ViewerRequest) => void;
  /** A connection ended, logged in or not. @param id of the connection */
  gone: (id: string) => void;
  /** Somebody came or went. */
  demandChanged: () => void;
  /** Decides anew whether the site is online: a heartbeat of the logger wakes nobody. */
  lookAgain: () => void;
};

/** The site's viewers: a welcome for each, then what changes. */
export class ViewerHub implements Audience {
  readonly #needs: Needs;
  readonly #pushes: ValuePushes;
  readonly #changes: ChangePushes;
  #wakeAt: number | null = null;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#pushes = new ValuePushes(needs);
    this.#changes = new ChangePushes(needs);
  }

  /** Takes the socket of an upgrade, or refuses it: with 403 where its right has ended, with 429 one too many. */
  accept(stamp: ViewerStamp): Response {
    const { clock, ledger, sockets } = this.#needs;
    if (ledger.hasEnded(stamp)) return refuseUpgrade(403, "Not allowed.");
    if (this.#isOneTooMany(stamp)) return refuseUpgrade(429, "Too many.", TOO_MANY_WAIT_S);
    const { 0: browserEnd, 1: ownEnd } = new WebSocketPair();
    const id = toBase64Url(clock.randomBytes(CONNECTION_ID_BYTES));
    sockets.accept(ownEnd, startConversation(stamp, id, clock.now()));
    const { endsAt } = stamp;
    this.#schedule(Math.min(clock.now() + LOGIN_WITHIN_MS, endsAt ?? Number.POSITIVE_INFINITY));
    return new Response(null, { status: 101, webSocket: browserEnd });
  }

  hear(socket: WebSocket, data: string | ArrayBuffer): void {
    const viewer = this.#needs.sockets.find(socket);
    if (viewer === undefined) return;
    this.#follow(viewer, { kind: "frame", data });
  }

  /** Closed by the other side, or broken. */
  closed(socket: WebSocket): void {
    const state = this.#needs.sockets.drop(socket);
    if (state !== null) this.#left(state.id);
  }

  /** Closes what ended there and remembers it. */
  endViewers(ended: EndedRight): void {
    const { clock, ledger, sockets } = this.#needs;
    ledger.end(ended, clock.now());
    for (const viewer of sockets.all()) {
      const { session, person, rightsVersion } = viewer.state.facts;
      const isTheirs =
        "session" in ended
          ? session === ended.session
          : person === ended.person && rightsVersion < ended.rightsVersion;
      if (isTheirs) this.#close(viewer, CLOSE.rightEnded);
    }
  }

  /** The timer rang: whoever did not log in, stopped reading or went away unheard is closed. */
  wake(): void {
    this.#wakeAt = null;
    for (const viewer of this.#needs.sockets.all())
      this.#follow(viewer, { kind: "time", heartbeatAt: this.#needs.sockets.heartbeatAt(viewer) });
    this.#schedule();
  }

  valuesChanged(at: number, values: ReadonlyMap<string, RegisterValue>): void {
    if (this.#pushes.push(at, values)) this.#schedule(this.#needs.clock.now() + STOPPED_READING_MS);
  }

  errorsChanged(): void {
    this.#changes.listChanged("errors");
  }

  statusChanged(equipmentAddresses: readonly string[]): void {
    this.#changes.statusChanged(equipmentAddresses);
  }

  treeChanged(): void {
    this.#changes.listChanged("tree");
  }

  /** The timer of what is told later rang. */
  tellChanges(name: string): void {
    this.#changes.wake(name);
  }

  /** A step of a command. */
  commandChanged(record: CommandRecord): void {
    const { sockets } = this.#needs;
    const concerned = sockets.watching().filter(({ sight }) => sight.commands);
    if (concerned.length === 0) return;
    const body = encodeBody(record);
    for (const viewer of concerned) sockets.send(viewer, COMMAND.controlAnswer, "", body);
  }

  demand(): Sampling | null {
    const watching = this.#needs.sockets.watching();
    if (watching.length === 0) return null;
    return watching.some(({ state }) => can(state.facts, "sampleFast"))
      ? FAST_SAMPLING
      : MONITOR_SAMPLING;
  }

  /** An answer to a request, where its viewer is still there. @param id of the connection */
  answer(id: string, tag: string, cmd: number, body: unknown): void {
    const viewer = this.#needs.sockets.findById(id);
    if (viewer !== undefined) this.#needs.sockets.send(viewer, cmd, tag, encodeBody(body));
  }

  #isOneTooMany({ session, person, share, ticketHash }: ViewerStamp): boolean {
    let ofSession = 0;
    let ofShare = 0;
    let ofTicket = 0;
    for (const { state } of this.#needs.sockets.all()) {
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
    const { clock, sockets } = this.#needs;
    const { state, effects } = converse(viewer.state, event, clock.now());
    sockets.update(viewer, state);
    for (const effect of effects) this.#perform(viewer, effect);
  }

  #perform(viewer: ViewerSocket, effect: ViewerEffect): void {
    const { clock, ledger, request, sockets } = this.#needs;
    switch (effect.kind) {
      case "send":
        sockets.send(viewer, effect.cmd, effect.tag, encodeBody(effect.body));
        break;
      case "answerHeartbeat":
        sockets.sendText(viewer, HEARTBEAT_ANSWER_TEXT);
        break;
      case "takeTicket": {
        // Whoever comes is told what is.
        this.#needs.lookAgain();
        const fresh = ledger.takeTicket(effect.hash, effect.until, clock.now());
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
    const { clock, demandChanged, loggerClock, recentCommands, site, sockets } = this.#needs;
    const { role } = viewer.state.facts;
    if (role === 0) return;
    const picture = pictureSite(site, viewer.sight, {
      role,
      loggerClock,
      now: clock.now(),
      commands: viewer.sight.commands ? recentCommands() : [],
      reconnectJitterMs: jitterFor(sockets.all().length),
    });
    sockets.send(viewer, COMMAND.loginAnswer, tag, encodeBody(picture));
    this.#changes.welcomed(viewer);
    demandChanged();
  }

  #close(viewer: ViewerSocket, code: number): void {
    this.#needs.sockets.close(viewer, code);
    this.#left(viewer.state.id);
  }

  #left(id: string): void {
    this.#needs.gone(id);
    this.#needs.demandChanged();
  }

  /**
   * Sees to it that the timer rings when time next matters; it may ring earlier and find nothing to do.
   * @param moment what is new, ms UTC; all viewers are looked at where it is not known when the timer rings
   */
  #schedule(moment?: number): void {
    const { timers } = this.#needs;
    const next = this.#wakeAt === null || moment === undefined ? this.#nextMoment() : moment;
    if (next === null || (this.#wakeAt !== null && this.#wakeAt <= next)) return;
    this.#wakeAt = next;
    timers.set(VIEWERS_TIMER, next);
  }

  #nextMoment(): number | null {
    const { sockets } = this.#needs;
    const all = sockets.all();
    const moments = all.map((viewer) => nextMoment(viewer.state, sockets.heartbeatAt(viewer)));
    return moments.length === 0 ? null : Math.min(...moments);
  }
}

function jitterFor(viewers: number): number {
  return Math.min(MAX_JITTER_MS, Math.max(MIN_JITTER_MS, viewers * JITTER_EACH_MS));
}
