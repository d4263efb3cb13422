import type { Sampling } from "#domain/loggers/sampling.ts";
import {
  COMMAND,
  HEARTBEAT_ANSWER_TEXT,
  HEARTBEAT_TEXT,
} from "#protocol/logger/command-numbers.ts";
import type { LoggerMessage } from "#protocol/logger/messages.ts";
import { readFrame } from "#protocol/logger/read-frame.ts";
import type { Dial, LinkEnd, LinkEvents } from "./link.ts";

type Connection = { events: LinkEvents; isOpen: boolean; isPaused: boolean; unread: string[] };

/** A portal without a network, for tests: it speaks only the protocol, and only when `deliver` is called. */
export class MemoryPortal {
  readonly #now: () => number;
  readonly #pending: (() => void)[] = [];
  /** Frames that a portal would refuse. */
  readonly faults: string[] = [];
  readonly heard: LoggerMessage[] = [];
  readonly dialled: number[] = [];
  #connection: Connection | null = null;
  /** How it answers the next upgrades; null accepts. */
  refusal: LinkEnd | null = null;
  sampling: Sampling = { sampleMs: 10_000, uploadMs: 60_000 };
  answersConnect = true;
  answersHeartbeats = true;
  /** Status of a 261, "refuse" for a 511, or no answer. */
  batchAnswer: number | "refuse" | null = 200;
  answersEvents = true;
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

  /** What was heard of one command since the last time it was asked for. */
  take<Cmd extends LoggerMessage["cmd"]>(cmd: Cmd): (LoggerMessage & { cmd: Cmd })[] {
    const taken = this.heard.filter((message) => message.cmd === cmd);
    const rest = this.heard.filter((message) => message.cmd !== cmd);
    this.heard.splice(0, this.heard.length, ...rest);
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
      if (this.answersHeartbeats) this.#sendText(HEARTBEAT_ANSWER_TEXT);
      return;
    }
    const read = readFrame(text);
    if (!read.ok) {
      this.faults.push(read.refusal.message);
      return;
    }
    this.heard.push(read.message);
    this.#answer(read.message);
  }

  #answer(message: LoggerMessage): void {
    const time = this.#now() + this.clockOffset;
    switch (message.cmd) {
      case COMMAND.connect:
        if (this.answersConnect)
          this.send({
            cmd: COMMAND.connectAnswer,
            id: message.id,
            status: 200,
            time,
            sampling: this.sampling,
            storedThrough: null,
          });
        break;
      case COMMAND.realDataUpdate:
        if (this.batchAnswer === "refuse")
          this.send({ cmd: COMMAND.refusal, id: message.id, status: 400, message: "no" });
        else if (this.batchAnswer !== null)
          this.send({
            cmd: COMMAND.realDataUpdateAnswer,
            id: message.id,
            status: this.batchAnswer,
          });
        break;
      case COMMAND.eventUpdate:
      case COMMAND.statusUpdate:
        if (this.answersEvents) this.send({ cmd: message.cmd + 1, id: message.id, status: 200 });
        break;
      default:
    }
  }
}
