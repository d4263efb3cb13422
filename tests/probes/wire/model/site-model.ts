import { judgeAnswer, mayControl } from "./answer-rules.ts";
import { CommandModel } from "./command-model.ts";
import type { Doing, PlainEnd, PlainPerson, Request } from "./doing.ts";
import { EventModel } from "./event-model.ts";
import type { Json, PlainEquipment, PlainEvent, PlainSampling, Value } from "./plain.ts";
import { PresenceModel } from "./presence-model.ts";
import { SampleModel } from "./sample-model.ts";

/** A request that was taken, and how it must be answered. */
type Viewer = { who: PlainPerson; isIn: boolean; unread: number; open: Map<string, Request> };

/**
 * The state and messages that the object must have, written from the contracts alone. It receives what reached the object and
 * what left it, in order; whatever is not as contracted is a fault.
 */
export class SiteModel {
  readonly faults: string[] = [];
  readonly samples = new SampleModel();
  readonly events = new EventModel();
  readonly presence = new PresenceModel();
  readonly commands = new CommandModel((text) => this.fault(text));
  readonly statuses = new Map<string, { status: string; at: number }>();
  readonly viewers = new Map<string, Viewer>();
  tree: PlainEquipment[] = [];
  identity: { systemType: string; systemCode: number } | null = null;
  now = 0;
  /** When a heartbeat of a line was answered last, ms UTC. */
  heartbeatOf: (line: string | null) => number | null = () => null;
  readonly #lateMs: number;
  /** The logger's line closes with what happens now. */
  #isLeaving = false;
  readonly #ended: PlainEnd[] = [];
  /** Lines that must close by the end of what happens now, and with which code. */
  #toClose = new Map<string, number>();

  /** @param lateMs by which an alarm may be late */
  constructor(lateMs: number) {
    this.#lateMs = lateMs;
  }

  fault(text: string): void {
    this.faults.push(text);
  }

  /** All that happened until the object was quiet again. */
  take(doings: readonly Doing[], now: number): void {
    this.now = now;
    this.commands.pass(now);
    // Frames beyond the budget were dropped.
    const tooFast = new Set(
      doings.flatMap((one) => (one.kind === "left" && one.code === 4429 ? [one.line] : [])),
    );
    this.#isLeaving = doings.some((one) => one.kind === "left" && one.line === this.presence.line);
    for (const doing of doings) {
      const isUnanswered =
        (doing.kind === "loggerSaid" || doing.kind === "viewerAsked") && tooFast.has(doing.line);
      if (!isUnanswered) this.#take(doing);
    }
    const isBack = doings.some(
      (one) =>
        one.kind === "loggerSaid" && one.line === this.presence.line && one.frame.cmd === 258,
    );
    if (isBack && this.presence.isConnected)
      this.commands.loggerBack(this.presence.line ?? "", now);
    for (const [line, code] of this.#toClose)
      this.fault(`${line} was not closed with ${code} at once`);
    this.#toClose = new Map();
  }

  knows(address: string): boolean {
    const piece = this.tree.find((one) => one.address === address.slice(0, 6));
    return piece?.registers.some(({ register }) => register === address.slice(6)) === true;
  }

  #take(doing: Doing): void {
    switch (doing.kind) {
      case "loggerOpened":
        if (this.presence.line !== null) this.#toClose.set(this.presence.line, 4001);
        this.presence.opened(doing.line, this.now, this.#mayBeOnline());
        return;
      case "loggerSaid":
        if (doing.line === this.presence.line) this.#receive(doing.frame);
        return;
      case "sentToLogger":
        this.#sendToLogger(doing.line, doing.frame);
        return;
      case "viewerOpened":
        if (this.#hasEnded(doing.who)) this.fault("a viewer whose right had ended was let in");
        this.viewers.set(doing.line, { who: doing.who, isIn: false, unread: 0, open: new Map() });
        return;
      case "viewerRefused":
        if (!this.#hasEnded(doing.who)) this.fault("a viewer with a right was refused");
        return;
      case "viewerAsked":
        this.#ask(doing.line, doing.request);
        return;
      case "sentToViewer":
        this.#sendToViewer(doing.line, doing.said);
        return;
      case "left":
        this.#left(doing.line, doing.code);
        return;
      case "rightEnded":
        this.#endRight(doing.ended);
        return;
      case "unlinked":
        if (this.presence.line !== null) this.#toClose.set(this.presence.line, 4003);
        this.presence.left(this.now);
        return;
    }
  }

  #receive(frame: Json): void {
    const { now, presence } = this;
    presence.frameArrived(now);
    switch (frame.cmd) {
      case 258:
        this.#connect(frame);
        break;
      case 260:
        if (presence.isConnected) this.samples.take(frame, (address) => this.knows(address), now);
        break;
      case 262:
        this.events.take(frame.events as PlainEvent[], now, this.samples.newestAt);
        break;
      case 264:
        this.#takeStatuses(frame.statuses as { address: string; status: string; at: number }[]);
        break;
      case 339:
        this.#replaceTree(frame.equipment as PlainEquipment[]);
        break;
      default:
        this.commands.receivedFromLogger(frame, now);
    }
  }

  #connect(frame: Json): void {
    this.presence.connected();
    const { systemType, systemCode } = frame as { systemType: string; systemCode: number };
    this.identity = { systemType, systemCode };
    this.#replaceTree(frame.equipment as PlainEquipment[]);
    this.events.replace(frame.events as PlainEvent[], frame.clock as number, this.now);
  }

  #replaceTree(tree: PlainEquipment[]): void {
    this.tree = tree;
    const there = new Set(tree.map(({ address }) => address));
    for (const address of this.statuses.keys())
      if (!there.has(address)) this.statuses.delete(address);
  }

  #takeStatuses(statuses: readonly { address: string; status: string; at: number }[]): void {
    for (const { address, status, at: sent } of statuses) {
      if (!this.tree.some((piece) => piece.address === address)) continue;
      const at = Math.min(sent, this.now);
      const held = this.statuses.get(address);
      if (held === undefined || at >= held.at) this.statuses.set(address, { status, at });
    }
  }

  #sendToLogger(line: string, frame: Json): void {
    if (frame.cmd === 259 || frame.cmd === 304)
      if (line === this.presence.line)
        this.presence.sent(frame.sampling as PlainSampling, this.now, {
          heartbeatAt: this.heartbeatOf(line),
          mayBeOnline: this.#mayBeOnline(),
        });
    if (frame.cmd === 261 && frame.status === 200) {
      const { storedThrough = 0 } = frame as { storedThrough?: number };
      if (storedThrough > this.now) this.fault("storedThrough is ahead of the clock");
    }
    if (frame.cmd === 511) this.fault("a logger that keeps the protocol was refused a frame");
    this.commands.saidToLogger(frame, line, this.now);
  }

  #ask(line: string, request: Request): void {
    const viewer = this.viewers.get(line);
    if (viewer === undefined) return;
    const { cmd, tag, body } = request;
    if (cmd === 261) {
      viewer.unread = Math.max(0, viewer.unread - 16);
      return;
    }
    viewer.open.set(tag, request);
    if (cmd !== 320 && cmd !== 322 && cmd !== 324) return;
    const { who } = viewer;
    if (!viewer.isIn || !mayControl(who)) return;
    type Item = { commandId: string; address: string; value: Value; expires?: number };
    const items = (cmd === 322 ? body.items : [body]) as Item[];
    const orders = items.map(({ commandId: id, ...order }) => ({ id, ...order }));
    const how = {
      isOnce: cmd === 324,
      isBatch: cmd === 322,
      expires: cmd === 322 ? (body.expires as number | undefined) : undefined,
    };
    const isTaken = this.commands.give(who, orders, how, this.tree, this.now);
    if (!isTaken) viewer.open.set(tag, { ...request, isForeign: true });
  }

  #sendToViewer(line: string, { cmd, tag, body }: Request): void {
    const viewer = this.viewers.get(line);
    if (viewer === undefined) {
      this.fault("a message was sent to a viewer who had left");
      return;
    }
    const { who } = viewer;
    if (this.#hasEnded(who)) this.fault("a message was sent to a viewer whose access had ended");
    if (cmd === 273) viewer.isIn = body.status === 200;
    if (viewer.isIn && (cmd === 273 || cmd === 264)) this.#checkPresence(body.online === true);
    if (tag !== "") {
      this.#answer(viewer, { cmd, tag, body });
      return;
    }
    if (cmd === 321 && who.share) this.fault("a command was sent to a share session");
    if (cmd === 260) {
      viewer.unread += 1;
      if (viewer.unread > 64) this.fault("a viewer was sent more than 64 unanswered values");
      const { at } = body as { at: number };
      if (at > this.now + 2_000 && !("FFFF00F000" in (body.values as object)))
        this.fault("values of the future were sent");
    }
  }

  /** A silence may be noticed a little late, an active logger never counts as silent. */
  #checkPresence(reportedOnline: boolean): void {
    const { now, presence } = this;
    const until = presence.onlineUntil(this.heartbeatOf(presence.line));
    if (reportedOnline && !this.#mayBeOnline()) this.fault("a silent site is reported online");
    if (!reportedOnline && presence.isConnected && !this.#isLeaving && now < until)
      this.fault("an active site is reported offline");
  }

  #mayBeOnline(): boolean {
    const { now, presence } = this;
    const until = presence.reportedOnlineUntil(now, this.heartbeatOf(presence.line));
    return now <= until + this.#lateMs;
  }

  #answer(viewer: Viewer, said: Request): void {
    const asked = viewer.open.get(said.tag);
    viewer.open.delete(said.tag);
    const fault = judgeAnswer(asked, said, viewer.who);
    if (fault !== null) this.fault(fault);
  }

  #left(line: string, code: number): void {
    const expected = this.#toClose.get(line);
    if (expected !== undefined && expected !== code)
      this.fault(`${line} was closed with ${code} instead of ${expected}`);
    this.#toClose.delete(line);
    this.viewers.delete(line);
    if (line === this.presence.line) this.presence.left(this.now);
  }

  #endRight(ended: PlainEnd): void {
    this.#ended.push(ended);
    for (const [line, { who }] of this.viewers)
      if (this.#hasEnded(who)) this.#toClose.set(line, 4403);
    this.commands.rightEnded((giver) => isOf(giver, ended), this.now);
  }

  #hasEnded(who: { person: number; session: string; rightsVersion: number }): boolean {
    return this.#ended.some((ended) => isOf(who, ended));
  }
}

function isOf(
  who: { person: number; session: string; rightsVersion: number },
  ended: PlainEnd,
): boolean {
  return "session" in ended
    ? who.session === ended.session
    : who.person === ended.person && who.rightsVersion < ended.rightsVersion;
}
