import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { LOGGER_PROTOCOL } from "#protocol/logger/limits.ts";
import type { PortalMessage } from "#protocol/logger/messages.ts";
import type { Plant } from "../plant/plant.ts";
import { hashText } from "../random.ts";
import { answerPortal } from "./answer-portal.ts";
import type { Behaviour } from "./behaviour.ts";
import { CommandMemory } from "./command-memory.ts";
import { Connection, type ConnectionParts } from "./connection.ts";
import { ControlDesk, PowerCut } from "./control-desk.ts";
import type { Flash } from "./flash.ts";
import type { Link } from "./link.ts";
import type { PastUpload } from "./past-upload.ts";
import { Session } from "./session.ts";
import { StampClock } from "./stamp-clock.ts";
import { type PastToSend, Telemetry } from "./telemetry.ts";

/** A clock that is off by less is left alone. */
const CLOCK_TOLERANCE_MS = 2_000;
const SAVE_EVERY_MS = 300_000;
/** How long it takes to come back after a power cut. */
const BOOT_MS = 3_000;
const FOREVER = Number.POSITIVE_INFINITY;

type LoggerParts = Omit<ConnectionParts, "credentials"> & {
  identity: { serial: string; secret: string; systemType: string; systemCode: number };
  plant: Plant;
  flash: Flash;
  past?: PastToSend | null;
  /** ms from a control to its answer. */
  controlMs?: () => number;
};

type LoggerState = "waiting" | "connecting" | "online" | "off";

/** A logger to the letter of the protocol, around a plant. It moves by `tick` alone, called ten times a second. */
export class PretendLogger {
  readonly #parts: LoggerParts;
  readonly #plant: Plant;
  readonly #telemetry: Telemetry;
  readonly #connection: Connection;
  readonly #clock = new StampClock();
  readonly #idPrefix: string;
  #lastId = 0;
  #commands: CommandMemory;
  #desk: ControlDesk;
  #session: Session | null = null;
  /** The server's clock less the wall's, and what the plant's is corrected by. */
  #serverOffset = 0;
  #correction = 0;
  #savedWall: number;
  #isFrozen = false;
  #isOff = false;
  #hasBegun = false;
  #answers: "answer" | "silent" | number = "answer";
  /** Samples taken so far. */
  sampled = 0;

  constructor(parts: LoggerParts) {
    this.#parts = parts;
    this.#plant = parts.plant;
    const spread = hashText(parts.identity.serial);
    const wall = parts.clock.wall();
    this.#idPrefix = Math.floor((parts.random ?? Math.random)() * 2 ** 40).toString(36);
    this.#savedWall = wall - (spread % SAVE_EVERY_MS);
    const newId = () => this.#newId();
    const { past = null } = parts;
    this.#telemetry = new Telemetry(parts.plant, this.#clock, { spread, wall, newId, past });
    this.#connection = new Connection(
      { ...parts, credentials: parts.identity },
      {
        opened: (link) => this.#greet(link),
        received: (text) => {
          if (!this.#isFrozen) this.#session?.receive(text);
        },
        lost: () => {
          this.#session = null;
          this.#telemetry.disconnect(parts.clock.wall());
        },
      },
    );
    this.#plant.restore(parts.flash.read().plant);
    [this.#commands, this.#desk] = this.#boot();
  }

  get serial(): string {
    return this.#parts.identity.serial;
  }

  get state(): LoggerState {
    if (this.#isOff) return "off";
    if (this.#session?.isWelcome === true) return "online";
    return this.#connection.isWaiting ? "waiting" : "connecting";
  }

  /** Instants that the portal does not have yet. */
  get waiting(): number {
    return this.#telemetry.batches.waiting;
  }

  tick(): void {
    if (this.#isOff || this.#isFrozen) return;
    const wall = this.#parts.clock.wall();
    const now = this.#plantNow;
    if (!this.#hasBegun && !this.#begin(wall, now)) return;
    this.sampled += this.#telemetry.sample(now, wall);
    this.#connection.tick(wall);
    const session = this.#session;
    if (session !== null) {
      if (session.isWelcome) this.#telemetry.report(session, now, wall);
      const complaint = session.tick(wall, this.#telemetry.batches);
      if (complaint !== null) this.#connection.hangUp(complaint);
    }
    if (wall - this.#savedWall > SAVE_EVERY_MS) this.save();
  }

  /** What it recorded before its first connection; null where it is not to send that. */
  get past(): Pick<PastUpload, "left" | "days" | "range"> | null {
    return this.#telemetry.past;
  }

  /** Sends a piece of that, while it is online and has nothing newer to send. @param done called once, when it is over */
  sendPast(done: () => void): boolean {
    const session = this.#session;
    if (session === null || this.state !== "online" || this.#isFrozen) return false;
    if (!this.#telemetry.sendPast(session, done)) return false;
    session.tick(this.#parts.clock.wall(), this.#telemetry.batches);
    return true;
  }

  /** Writes down what must outlive the process. */
  save(): void {
    this.#savedWall = this.#parts.clock.wall();
    this.#parts.flash.write({ commands: this.#commands.all, plant: this.#plant.snapshot() });
  }

  behave(behaviour: Behaviour): void {
    switch (behaviour.verb) {
      case "freeze":
        this.#isFrozen = true;
        this.#connection.pause();
        break;
      case "thaw":
        this.#isFrozen = false;
        this.#plant.skip(this.#plantNow);
        this.#connection.resume();
        break;
      case "kill":
        this.#powerOff(FOREVER);
        this.#isOff = true;
        break;
      case "revive":
        this.#powerOff(this.#parts.clock.wall());
        this.#plant.skip(this.#plantNow);
        break;
      case "drop":
        this.#connection.drop();
        break;
      case "raise":
      case "clear":
        this.#telemetry.isFaulty = behaviour.verb === "raise";
        break;
      case "clock":
        this.#clock.disturb(behaviour.ms, behaviour.isKept);
        break;
      case "die":
        this.#desk.diesWhileExecuting = true;
        break;
      default:
        this.#desk.diesWhileExecuting = false;
        this.#answers = behaviour.verb === "slow" ? behaviour.ms : behaviour.verb;
    }
  }

  /** It comes to life when it may dial. What happened before, nobody sampled. */
  #begin(wall: number, now: number): boolean {
    this.#hasBegun = wall >= (this.#parts.dialAt ?? wall);
    if (this.#hasBegun) this.#plant.skip(now);
    return this.#hasBegun;
  }

  /** ms UTC as the logger's own clock shows it while it is right, whole. */
  get #plantNow(): number {
    return Math.floor(this.#parts.clock.plant() + this.#correction);
  }

  #greet(link: Link): void {
    const wall = this.#parts.clock.wall();
    const now = this.#plantNow;
    const { serial, systemType, systemCode } = this.#parts.identity;
    this.#session = new Session(link, wall, (message) => this.#hear(message));
    this.#session.send({
      cmd: COMMAND.connect,
      id: this.#newId(),
      protocol: LOGGER_PROTOCOL,
      serial,
      systemType,
      systemCode,
      clock: this.#clock.stamp(now),
      versions: { communication: "1.0", hardware: "S1", software: "simulator" },
      equipment: this.#plant.equipment,
      ...this.#telemetry.listForConnect(now),
    });
    this.#session.tick(wall, this.#telemetry.batches);
  }

  #hear(message: PortalMessage): void {
    const session = this.#session;
    if (session === null) return;
    const wall = this.#parts.clock.wall();
    const { batches } = this.#telemetry;
    switch (message.cmd) {
      case COMMAND.connectAnswer:
        this.#correctClock(message.time - wall);
        session.isWelcome = true;
        this.#telemetry.begin(message.sampling, this.#plantNow);
        this.#connection.welcome();
        break;
      case COMMAND.realDataUpdateAnswer:
        batches.answer(message.id, message.status, wall, message.retryAfter);
        break;
      case COMMAND.eventUpdateAnswer:
        if (message.status === 200 && session.confirm(message.id)) this.#telemetry.confirmEvents();
        break;
      case COMMAND.statusUpdateAnswer:
        if (message.status === 200) session.confirm(message.id);
        break;
      case COMMAND.refusal:
        if (typeof message.id !== "string") break;
        batches.refuse(message.id);
        session.confirm(message.id);
        break;
      case COMMAND.config:
        this.#telemetry.change(message.sampling, this.#plantNow);
        session.tick(wall, batches);
        session.send({ cmd: COMMAND.configAnswer, id: message.id, status: 200 });
        break;
      default:
        this.#answer(session, message, wall);
    }
  }

  #correctClock(serverOffset: number): void {
    this.#serverOffset = serverOffset;
    this.#clock.set();
    if (Math.abs(serverOffset - this.#correction) > CLOCK_TOLERANCE_MS)
      this.#correction = serverOffset;
  }

  #answer(session: Session, message: PortalMessage, wall: number): void {
    const server = this.#clock.stamp(wall + this.#serverOffset);
    const times = { server, at: this.#clock.stamp(this.#plantNow) };
    try {
      const answer = answerPortal(message, this.#plant, this.#desk, times);
      if (answer === null) return;
      if (answer.isControl) this.#answerControl(session, answer.body, wall);
      else session.send(answer.body);
    } catch (error) {
      if (!(error instanceof PowerCut)) throw error;
      this.#powerOff(wall + BOOT_MS);
    }
  }

  #answerControl(session: Session, body: unknown, wall: number): void {
    this.#telemetry.addHeld(this.#plantNow);
    if (this.#answers === "silent") return;
    const { controlMs, random = Math.random } = this.#parts;
    const usual = controlMs?.() ?? 150 + 450 * random();
    session.send(body, wall + (this.#answers === "answer" ? usual : this.#answers));
  }

  /** Starts anew at `bootAt`, with nothing but what its flash kept. */
  #powerOff(bootAt: number): void {
    this.#connection.powerCycle(bootAt);
    this.#isOff = false;
    this.#isFrozen = false;
    [this.#commands, this.#desk] = this.#boot();
  }

  #boot(): [CommandMemory, ControlDesk] {
    const { flash } = this.#parts;
    const commands = new CommandMemory(flash.read().commands, (kept) =>
      flash.write({ commands: kept, plant: this.#plant.snapshot() }),
    );
    return [commands, new ControlDesk(this.#plant, commands)];
  }

  #newId(): string {
    this.#lastId += 1;
    return `${this.#idPrefix}-${this.#lastId}`;
  }
}
