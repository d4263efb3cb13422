import { SUCCESS_STATUS } from "#domain/problem.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import type { FirmwareKeys } from "#protocol/firmware/verify-release.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { LOGGER_PROTOCOL } from "#protocol/logger/limits.ts";
import type { PortalMessage } from "#protocol/logger/messages.ts";
import type { FetchPart } from "../firmware/fetch-part.ts";
import type { SlotFlash } from "../firmware/slot-flash.ts";
import { UpdateAgent } from "../firmware/update-agent.ts";
import { ConfiguredPlant } from "../plant/configured-plant.ts";
import type { Plant } from "../plant/plant.ts";
import { hashText } from "../random.ts";
import { answerPortal } from "./answer-portal.ts";
import type { Behaviour } from "./behaviour.ts";
import { CommandMemory } from "./command-memory.ts";
import { Connection, type ConnectionDeps } from "./connection.ts";
import { ControlDesk, PowerCut } from "./control-desk.ts";
import type { Flash, FlashContents } from "./flash.ts";
import type { Link } from "./link.ts";
import { isFeatureOf, LOGGER_FEATURES, WITHOUT_FIRMWARE } from "./logger-features.ts";
import type { PastUpload } from "./past-upload.ts";
import { Session } from "./session.ts";
import { StampClock } from "./stamp-clock.ts";
import { type PastToSend, Telemetry } from "./telemetry.ts";
import { UndoJournal } from "./undo-journal.ts";

/** Clock deviations below this are not corrected. */
const CLOCK_TOLERANCE_MS = 2_000;
const SAVE_EVERY_MS = 5 * MINUTE_MS;
/** Restart time after a power cut. */
const BOOT_MS = 3_000;
/** Time between the last answer and a restart or reconnection that was ordered, ms. */
const SETTLE_MS = 500;
/** Versions of the logger itself. */
export const VERSIONS = { communication: "1.0", hardware: "S1", software: "simulator" };
const FOREVER = Number.POSITIVE_INFINITY;

type LoggerDeps = Omit<ConnectionDeps, "credentials"> & {
  identity: { serial: string; secret: string; systemType: string; systemCode: number };
  plant: Plant;
  /** The same plant with its settings, which `plant` reads; by default the plant as it is. */
  device?: ConfiguredPlant;
  flash: Flash;
  past?: PastToSend | null;
  /** Keys, file access and flash for updates of firmware; without them it refuses updates as unknown. */
  firmware?: LoggerFirmware | undefined;
  /** Delay of the answer to a control, ms. */
  controlMs?: () => number;
};

/** Keys, file access and flash for updates of firmware. */
export type LoggerFirmware = {
  keys: FirmwareKeys;
  fetch: FetchPart;
  /** Opens the flash of a component. */
  slotsOf: (equipment: string, component: string) => SlotFlash;
};

type LoggerState = "waiting" | "connecting" | "online" | "off";

/** A logger that follows the protocol exactly, for any plant. Only `tick` advances it, called ten times a second. */
export class PretendLogger {
  readonly #deps: LoggerDeps;
  readonly #plant: Plant;
  readonly #device: ConfiguredPlant;
  readonly #telemetry: Telemetry;
  readonly #connection: Connection;
  readonly #clock = new StampClock();
  readonly #idPrefix: string;
  #lastId = 0;
  #commands: CommandMemory;
  #desk: ControlDesk;
  #journal: UndoJournal;
  #agent: UpdateAgent | null = null;
  /** Components whose firmware was updated. */
  #updated: [equipment: string, component: string][] = [];
  #features: readonly string[];
  /** When the logger restarts or reconnects by an order of its own registers, ms by the wall clock. */
  #restartAt: { wall: number; action: "restart" | "announce" } | null = null;
  /** When the last answer to a control leaves, ms by the wall clock. */
  #answeredAt = 0;
  #session: Session | null = null;
  /** The server's clock minus the wall clock; it corrects the plant's clock. */
  #serverOffset = 0;
  #correction = 0;
  #savedWall: number;
  #isFrozen = false;
  #isOff = false;
  #hasBegun = false;
  #answers: "answer" | "silent" | number = "answer";
  /** Number of samples taken so far. */
  sampled = 0;

  constructor(deps: LoggerDeps) {
    this.#deps = deps;
    this.#device = deps.device ?? new ConfiguredPlant(deps.plant);
    this.#plant = deps.device === undefined ? this.#device : deps.plant;
    const spread = hashText(deps.identity.serial);
    const wall = deps.clock.wall();
    this.#idPrefix = Math.floor((deps.random ?? Math.random)() * 2 ** 40).toString(36);
    this.#savedWall = wall - (spread % SAVE_EVERY_MS);
    const newId = () => this.#newId();
    const { past = null } = deps;
    this.#telemetry = new Telemetry(this.#plant, this.#clock, { spread, wall, newId, past });
    this.#connection = new Connection(
      { ...deps, credentials: deps.identity },
      {
        opened: (link) => this.#greet(link),
        received: (text) => {
          if (!this.#isFrozen) this.#session?.receive(text);
        },
        lost: () => {
          this.#session = null;
          this.#telemetry.disconnect(deps.clock.wall());
        },
      },
    );
    this.#features = deps.firmware === undefined ? WITHOUT_FIRMWARE : LOGGER_FEATURES;
    this.#plant.restore(deps.flash.read().plant);
    ({
      commands: this.#commands,
      desk: this.#desk,
      journal: this.#journal,
      agent: this.#agent,
    } = this.#boot());
  }

  get serial(): string {
    return this.#deps.identity.serial;
  }

  get state(): LoggerState {
    if (this.#isOff) return "off";
    if (this.#session?.isWelcome === true) return "online";
    return this.#connection.isWaiting ? "waiting" : "connecting";
  }

  /** Number of instants that the portal has not confirmed. */
  get waiting(): number {
    return this.#telemetry.batches.waiting;
  }

  tick(): void {
    if (this.#isOff || this.#isFrozen) return;
    const wall = this.#deps.clock.wall();
    const now = this.#plantNow;
    if (!this.#hasBegun && !this.#begin(wall, now)) return;
    this.sampled += this.#telemetry.sample(now, wall);
    this.#device.settle(now);
    if (this.#journal.revertDue(wall)) this.#telemetry.addHeld(now);
    this.#followActions(wall);
    this.#agent?.tick({ wall, isOnline: this.#session?.isWelcome === true });
    this.#connection.tick(wall);
    const session = this.#session;
    if (session !== null) {
      if (session.isWelcome) this.#telemetry.report(session, now, wall);
      const complaint = session.tick(wall, this.#telemetry.batches);
      if (complaint !== null) this.#connection.hangUp(complaint);
    }
    if (wall - this.#savedWall > SAVE_EVERY_MS) this.save();
  }

  /** The data recorded before its first connection; null if it is not sent. */
  get past(): Pick<PastUpload, "left" | "days" | "range"> | null {
    return this.#telemetry.past;
  }

  /**
   * Sends a part of the past, if the logger is online and has nothing newer to send. @param done called once, when it
   * is over
   */
  sendPast(done: () => void): boolean {
    const session = this.#session;
    if (session === null || this.state !== "online" || this.#isFrozen) return false;
    if (!this.#telemetry.sendPast(session, done)) return false;
    session.tick(this.#deps.clock.wall(), this.#telemetry.batches);
    return true;
  }

  /** Writes the state that outlives the process. */
  save(): void {
    this.#savedWall = this.#deps.clock.wall();
    this.#write({ commands: this.#commands.all, undo: this.#journal.all });
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
        this.#powerOff(this.#deps.clock.wall());
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
      case "device":
        this.#device.manner = behaviour.manner;
        break;
      case "panel":
        this.#device.edit(behaviour.address, behaviour.value);
        break;
      case "remote":
        this.#device.setPanel({ remoteControl: behaviour.isAllowed });
        this.#connection.drop();
        break;
      case "lock":
        this.#device.setPanel({ lock: behaviour.lock });
        this.#connection.drop();
        break;
      case "features":
        this.#features = behaviour.features;
        this.#connection.drop();
        break;
      default:
        this.#desk.diesWhileExecuting = false;
        this.#answers = behaviour.verb === "slow" ? behaviour.ms : behaviour.verb;
    }
  }

  /** Number of writes to the memory of a register so far. */
  writesOf(address: string): number {
    return this.#device.writesOf(address);
  }

  /** Follows the orders to the logger itself, after they were answered. */
  #followActions(wall: number): void {
    for (const action of this.#device.takeActions()) {
      if (action === "setClock") this.#clock.set();
      else this.#restartAt = { wall: Math.max(wall, this.#answeredAt) + SETTLE_MS, action };
    }
    if (this.#restartAt === null || wall < this.#restartAt.wall) return;
    const { action } = this.#restartAt;
    this.#restartAt = null;
    if (action === "announce") this.#connection.drop();
    else this.#powerOff(wall + BOOT_MS);
  }

  /** Starts the logger when it may dial. Earlier time is not sampled. */
  #begin(wall: number, now: number): boolean {
    this.#hasBegun = wall >= (this.#deps.dialAt ?? wall);
    if (this.#hasBegun) this.#plant.skip(now);
    return this.#hasBegun;
  }

  get #knowsFirmware(): boolean {
    return this.#features.includes("firmware");
  }

  /** Whole ms UTC of the logger's own clock while it is correct. */
  get #plantNow(): number {
    return Math.floor(this.#deps.clock.plant() + this.#correction);
  }

  #greet(link: Link): void {
    const wall = this.#deps.clock.wall();
    const now = this.#plantNow;
    const { serial, systemType, systemCode } = this.#deps.identity;
    this.#session = new Session(link, wall, (message) => this.#onMessage(message));
    this.#session.send({
      cmd: COMMAND.connect,
      id: this.#newId(),
      protocol: LOGGER_PROTOCOL,
      serial,
      systemType,
      systemCode,
      clock: this.#clock.stamp(now),
      versions: VERSIONS,
      equipment: this.#plant.equipment,
      features: this.#features,
      ...this.#device.panel,
      ...this.#telemetry.listForConnect(now),
    });
    this.#session.tick(wall, this.#telemetry.batches);
  }

  #onMessage(message: PortalMessage): void {
    const session = this.#session;
    if (session === null) return;
    const wall = this.#deps.clock.wall();
    const { batches } = this.#telemetry;
    switch (message.cmd) {
      case COMMAND.connectAnswer:
        this.#correctClock(message.time - wall);
        session.isWelcome = true;
        this.#telemetry.begin(message.sampling, this.#plantNow);
        this.#connection.welcome();
        this.#agent?.resend();
        break;
      case COMMAND.realDataUpdateAnswer:
        batches.answer(message.id, message.status, wall, message.retryAfter);
        break;
      case COMMAND.eventUpdateAnswer:
        if (message.status === SUCCESS_STATUS && session.confirm(message.id))
          this.#telemetry.confirmEvents(message.id);
        break;
      case COMMAND.statusUpdateAnswer:
        if (message.status === SUCCESS_STATUS) session.confirm(message.id);
        break;
      case COMMAND.refusal:
        if (typeof message.id !== "string") break;
        batches.refuse(message.id);
        session.confirm(message.id);
        break;
      case COMMAND.config:
        this.#telemetry.change(message.sampling, this.#plantNow);
        session.tick(wall, batches);
        session.send({ cmd: COMMAND.configAnswer, id: message.id, status: SUCCESS_STATUS });
        break;
      case COMMAND.firmwareTransfer:
        if (!this.#knowsFirmware) session.refuseUnknown(message.id);
        else void this.#agent?.transfer(message, wall + this.#serverOffset);
        break;
      case COMMAND.firmwareUpdate:
        if (!this.#knowsFirmware) session.refuseUnknown(message.id);
        else this.#agent?.install(message, { server: wall + this.#serverOffset, wall });
        break;
      default:
        if (isFeatureOf(message.cmd, this.#features)) this.#answer(session, message, wall);
        else session.refuseUnknown(message.id);
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
    const times = { server, at: this.#clock.stamp(this.#plantNow), wall };
    const [plant, device, desk, journal] = [this.#plant, this.#device, this.#desk, this.#journal];
    try {
      const answer = answerPortal(message, { plant, device, desk, journal }, times);
      if (answer === null) return;
      if (answer.registers > 0) this.#answerControl(session, answer, wall);
      else session.send(answer.body);
    } catch (error) {
      if (!(error instanceof PowerCut)) throw error;
      this.#powerOff(wall + BOOT_MS);
    }
  }

  #answerControl(
    session: Session,
    { body, registers }: { body: unknown; registers: number },
    wall: number,
  ): void {
    this.#telemetry.addHeld(this.#plantNow);
    if (this.#answers === "silent") return;
    const { controlMs, random = Math.random } = this.#deps;
    const { manner } = this.#device;
    const usual = controlMs?.() ?? 150 + 450 * random();
    const slow = manner.kind === "slow" ? manner.ms * registers : 0;
    const due = wall + slow + (this.#answers === "answer" ? usual : this.#answers);
    this.#answeredAt = Math.max(this.#answeredAt, due);
    session.send(body, due);
  }

  /** Restarts the logger at `bootAt` with the contents of its flash only. */
  #powerOff(bootAt: number): void {
    this.#connection.powerCycle(bootAt);
    this.#isOff = false;
    this.#isFrozen = false;
    ({
      commands: this.#commands,
      desk: this.#desk,
      journal: this.#journal,
      agent: this.#agent,
    } = this.#boot());
  }

  #boot(): {
    commands: CommandMemory;
    desk: ControlDesk;
    journal: UndoJournal;
    agent: UpdateAgent | null;
  } {
    const { commands: known, undo = {}, updated = [] } = this.#deps.flash.read();
    this.#updated = updated;
    this.#agent?.stop();
    const save = () => this.#write({ commands: commands.all, undo: journal.all });
    const commands = new CommandMemory(known, save);
    const journal = new UndoJournal(undo, save, ({ address, value }) =>
      this.#plant.write(address, value),
    );
    journal.recover();
    const desk = new ControlDesk(this.#plant, this.#device, { memory: commands, journal });
    this.#restartAt = null;
    return { commands, desk, journal, agent: this.#startAgent(save) };
  }

  /** @param save writes the flash */
  #startAgent(save: () => void): UpdateAgent | null {
    const { firmware, identity, clock } = this.#deps;
    if (firmware === undefined) return null;
    return new UpdateAgent({
      device: this.#device,
      keys: firmware.keys,
      flashOf: firmware.slotsOf,
      updated: this.#updated,
      noteUpdated: (equipment, component) => {
        const others = this.#updated.filter((pair) => pair.join() !== `${equipment},${component}`);
        this.#updated = [...others, [equipment, component]];
        save();
      },
      fetch: (request) => firmware.fetch(identity, request),
      send: (message) => this.#session?.send(message),
      restart: () => {
        this.#restartAt = { wall: clock.wall() + SETTLE_MS, action: "restart" };
      },
      read: (address) => this.#plant.read(address),
    });
  }

  #write(kept: Pick<FlashContents, "commands" | "undo">): void {
    const updated = this.#updated;
    this.#deps.flash.write({ ...kept, updated, plant: this.#plant.snapshot() });
  }

  #newId(): string {
    this.#lastId += 1;
    return `${this.#idPrefix}-${this.#lastId}`;
  }
}
