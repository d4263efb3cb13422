import {
  IDLE_SESSION,
  nextMoment,
  type SessionEvent,
  type SessionState,
  step,
} from "#app/live/session-machine.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import {
  COMMAND,
  HEARTBEAT_ANSWER_TEXT,
  HEARTBEAT_TEXT,
} from "#protocol/logger/command-numbers.ts";
import {
  applyCommand,
  applyEquipment,
  applyErrors,
  applyStatus,
  applyValues,
  type SiteView,
  viewOf,
} from "#protocol/viewer/apply-changes.ts";
import {
  commandPush,
  equipmentPush,
  errorsPush,
  loginAnswer,
  statusPush,
  valuesPush,
} from "#protocol/viewer/messages.ts";
import { hashTicket } from "#protocol/viewer/ticket.ts";
import { makeBrowser, stampOf } from "../viewer-browser.ts";
import type { Actor } from "./happenings.ts";
import type { Caller, Line } from "./line.ts";
import type { Person } from "./viewer-stamps.ts";
import type { World } from "./world.ts";

/** A frame of the viewer's socket, opened. */
export type Plain = { cmd: number; tag: string; body: Record<string, unknown> };
export type Control = {
  commandId: string;
  address: string;
  value: RegisterValue;
  /** ms UTC */
  expires?: number;
};
type PendingRequest = { cmd: number; body: object };

/** A ticket is good until its key's end and a little longer, ms. */
const TICKET_MS = 70_000;

/** A person's page in the virtual world: it keeps to the viewer's contract by the page's own session machine. */
export class WorldViewer implements Actor {
  person: Person;
  /** What the page shows; null before the first welcome. */
  view: SiteView | null = null;
  /** Whether the person's session still gets tickets: null, or the status that refuses it. */
  ticketRefusal: number | null = null;
  /** Requests without an answer on this connection, by tag. */
  readonly pending = new Map<string, PendingRequest>();
  /** What the tags of its requests begin with. */
  tagPrefix = "tag";
  /** Called with each request as it goes. */
  onAsk: (request: Plain) => void = () => {};
  /** Called with each answer to a request of this connection. */
  onAnswer: (asked: PendingRequest, answer: Plain) => void = () => {};
  /** Called with what no request of this connection asked for. */
  onStray: (answer: Plain) => void = () => {};
  readonly #world: World;
  /** Controls given that have no answer yet: they go again, with the same ids, on the next connection. */
  readonly #unanswered: PendingRequest[] = [];
  #browser: ReturnType<typeof makeBrowser> | null = null;
  #ticket = "";
  #lastTicket = 0;
  #lastTag = 0;
  #state: SessionState = IDLE_SESSION;
  line: Line | null = null;

  constructor(world: World, person: Person) {
    this.#world = world;
    this.person = person;
    world.join(this);
  }

  get phase(): SessionState["phase"] {
    return this.#state.phase;
  }

  nextAt(): number | null {
    return nextMoment(this.#state);
  }

  act(): void {
    this.#happen({ kind: "timeout" });
  }

  connect(): void {
    this.#happen({ kind: "connect" });
  }

  /** The page is left. */
  leave(): void {
    this.#drop();
    this.#unanswered.length = 0;
    this.#state = IDLE_SESSION;
  }

  /** 320, 324, or 322 with several. Gone through again with the same ids until there is an answer. */
  control(cmd: number, items: readonly Control[], expires?: number): void {
    const more = expires === undefined ? {} : { expires };
    const asked = {
      cmd,
      body: cmd === COMMAND.batchControl ? { items, ...more } : { ...items[0] },
    };
    this.#unanswered.push(asked);
    if (this.phase === "live") this.#ask(asked);
  }

  /** A request that is not repeated; nothing happens where the page is not connected. */
  query(cmd: number, body: object = {}): void {
    if (this.phase === "live") this.#ask({ cmd, body });
  }

  #ask(asked: PendingRequest): void {
    this.#lastTag += 1;
    const tag = `${this.tagPrefix}-${this.#lastTag}`;
    this.pending.set(tag, asked);
    this.onAsk({ cmd: asked.cmd, tag, body: { ...asked.body } });
    this.#send(asked.cmd, tag, asked.body);
  }

  #happen(event: SessionEvent): void {
    const next = step(this.#state, event, this.#world.now(), this.#world.random());
    this.#state = next.state;
    for (const effect of next.effects) this.#perform[effect]();
  }

  readonly #perform = {
    dropSocket: () => this.#drop(),
    askTicket: () => {
      const { ticketRefusal: status } = this;
      this.#world.plan(30, () =>
        this.#happen(status === null ? { kind: "ticketGiven" } : { kind: "ticketRefused", status }),
      );
    },
    openSocket: () => this.#open(),
    sendLogin: () => {
      const text = this.#browser?.writeLogin({ ticket: this.#ticket }, "login") ?? "";
      this.line?.send(text, { cmd: COMMAND.login, tag: "login", body: {} });
    },
    sendHeartbeat: () => this.line?.send(HEARTBEAT_TEXT),
    acknowledge: () => this.#send(COMMAND.realDataUpdateAnswer, "", {}),
  };

  #open(): void {
    this.#lastTicket += 1;
    this.#ticket = `${this.person.session}-${this.#lastTicket}`;
    const stamp = stampOf({
      ...this.person,
      siteId: this.#world.siteId,
      ticketHash: hashTicket(this.#ticket),
      ticketUntil: this.#world.now() + TICKET_MS,
    });
    const browser = makeBrowser(stamp);
    this.#browser = browser;
    const caller: Caller = {
      kind: "viewer",
      read: (text) => (text === HEARTBEAT_ANSWER_TEXT ? text : browser.read(text)),
      opened: (line) => this.#ifCurrent(line, { kind: "opened" }),
      frameArrived: (_, content, line) => {
        if (this.line === line) this.#receive(content as Plain | string);
      },
      ended: ({ code = 1006 }, line) => this.#ifCurrent(line, { kind: "closed", code }),
    };
    this.line = this.#world.dial(caller, stamp);
  }

  #ifCurrent(line: Line, event: SessionEvent): void {
    if (this.line === line) this.#happen(event);
  }

  #drop(): void {
    const { line } = this;
    this.line = null;
    this.#browser = null;
    this.pending.clear();
    line?.close();
  }

  #send(cmd: number, tag: string, body: object): void {
    const text = this.#browser?.write(cmd, tag, body);
    if (text !== undefined) this.line?.send(text, { cmd, tag, body });
  }

  #receive(content: Plain | string): void {
    if (typeof content === "string") {
      this.#happen({ kind: "heartbeatAnswered" });
      return;
    }
    if (content.cmd === COMMAND.loginAnswer) {
      this.#receiveLogin(content.body);
      return;
    }
    if (content.tag === "") {
      this.#receivePush(content);
      return;
    }
    const asked = this.pending.get(content.tag);
    if (asked === undefined) {
      this.onStray(content);
      return;
    }
    this.pending.delete(content.tag);
    const place = this.#unanswered.indexOf(asked);
    if (place !== -1) this.#unanswered.splice(place, 1);
    const { result } = content.body;
    if (content.cmd === COMMAND.controlAnswer || content.cmd === COMMAND.controlOnceAnswer)
      this.#learnCommand(result);
    if (content.cmd === COMMAND.batchControlAnswer)
      for (const record of result as unknown[]) this.#learnCommand(record);
    this.onAnswer(asked, content);
  }

  #receiveLogin(body: unknown): void {
    const answer = loginAnswer.parse(body);
    if (answer.status !== 200) {
      this.#happen({ kind: "loginRefused" });
      return;
    }
    this.view = viewOf(answer);
    this.#happen({ kind: "welcomed", jitterMs: answer.reconnectJitterMs });
    for (const asked of this.#unanswered) this.#ask(asked);
  }

  #receivePush({ cmd, body }: Plain): void {
    if (cmd === COMMAND.controlAnswer) {
      this.#learnCommand(body);
      return;
    }
    const { view } = this;
    // The welcome itself may have been lost.
    if (view === null) return;
    this.view = changed(view, cmd, body);
    if (cmd === COMMAND.realDataUpdate) this.#happen({ kind: "valuesPushed" });
  }

  #learnCommand(record: unknown): void {
    if (this.view !== null) this.view = applyCommand(this.view, commandPush.parse(record));
  }
}

function changed(view: SiteView, cmd: number, body: unknown): SiteView {
  switch (cmd) {
    case COMMAND.realDataUpdate:
      return applyValues(view, valuesPush.parse(body));
    case COMMAND.eventUpdate:
      return applyErrors(view, errorsPush.parse(body).errors);
    case COMMAND.statusUpdate:
      return applyStatus(view, statusPush.parse(body));
    case COMMAND.treeQueryAnswer:
      return applyEquipment(view, equipmentPush.parse(body).equipment);
    default:
      throw new Error(`an unknown push ${cmd}`);
  }
}
