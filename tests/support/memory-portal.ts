import { HEARTBEAT_ANSWER_TEXT, HEARTBEAT_TEXT } from "#protocol/logger/command-numbers.ts";
import type { LoggerMessage } from "#protocol/logger/messages.ts";
import { readLoggerFrame } from "#protocol/logger/read-frame.ts";
import type { Dial, LinkEnd, LinkEvents } from "#simulator/logger/link.ts";
import { answerLogger, GOOD_MANNER, type PortalManner } from "./answer-logger.ts";

type Connection = { events: LinkEvents; isOpen: boolean; isPaused: boolean; unread: string[] };

/** A portal without a network: it speaks only the protocol, and only when `deliver` is called. */
export class MemoryPortal {
  readonly #now: () => number;
  readonly #pending: (() => void)[] = [];
  /** Frames that a portal would refuse. */
  readonly faults: string[] = [];
  readonly inbox: LoggerMessage[] = [];
  readonly dialled: number[] = [];
  #connection: Connection | null = null;
  /** How it answers the next upgrades; null accepts. */
  refusal: LinkEnd | null = null;
  readonly manner: PortalManner = { ...GOOD_MANNER };
  heartbeats = 0;
  /** Server's clock less the test's. */
  clockOffset = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  readonly dial: Dial = (_credentials, events) => {
    this.dialled.push(this.#now());
    const connection: Connection = { events, isOpen: false, isPaused: false, unread: [] };
    const { refusal } = this;
    this.#pending.push(() => {
      if (refusal !== null) return events.ended(refusal);
      this.#connection = connection;
      connection.isOpen = true;
      return events.opened();
    });
    return {
      send: (text) => {
        if (connection.isOpen) this.#pending.push(() => this.#receive(text));
      },
      close: () => this.#drop(connection),
      cut: () => {
        if (connection.isOpen) this.#pending.push(() => events.ended({ reason: "cut" }));
        this.#drop(connection);
      },
      pause: () => {
        connection.isPaused = true;
      },
      resume: () => {
        connection.isPaused = false;
        for (const text of connection.unread.splice(0)) events.received(text);
      },
    };
  };

  /** Lets everything happen that is on its way. */
  deliver(): void {
    for (let act = this.#pending.shift(); act !== undefined; act = this.#pending.shift()) act();
  }

  send(message: unknown): void {
    this.#sendText(JSON.stringify(message));
  }

  close(code: number): void {
    const connection = this.#connection;
    if (connection === null) return;
    this.#drop(connection);
    connection.events.ended({ reason: `closed with ${code}`, code });
  }

  get isConnected(): boolean {
    return this.#connection !== null;
  }

  /** Takes the messages of one command that arrived since the last call. */
  take<Cmd extends LoggerMessage["cmd"]>(cmd: Cmd): (LoggerMessage & { cmd: Cmd })[] {
    const taken = this.inbox.filter((message) => message.cmd === cmd);
    const rest = this.inbox.filter((message) => message.cmd !== cmd);
    this.inbox.splice(0, this.inbox.length, ...rest);
    return taken as (LoggerMessage & { cmd: Cmd })[];
  }

  #drop(connection: Connection): void {
    connection.isOpen = false;
    if (this.#connection === connection) this.#connection = null;
  }

  #sendText(text: string): void {
    const connection = this.#connection;
    if (connection === null) return;
    if (connection.isPaused) connection.unread.push(text);
    else connection.events.received(text);
  }

  #receive(text: string): void {
    if (text === HEARTBEAT_TEXT) {
      this.heartbeats += 1;
      if (this.manner.answersHeartbeats) this.#sendText(HEARTBEAT_ANSWER_TEXT);
      return;
    }
    const read = readLoggerFrame(text);
    if (!read.ok) {
      this.faults.push(read.refusal.message);
      return;
    }
    this.inbox.push(read.message);
    const answer = answerLogger(read.message, this.manner, this.#now() + this.clockOffset);
    if (answer !== null) this.send(answer);
  }
}
