import { connectLogger, type Frame, type LoggerSocket } from "../../support/site-logger.ts";
import type { Diary } from "./diary.ts";

/** What the device does with the first write of a register; "none" for a fault elsewhere. */
export const MANNERS = [
  "none",
  "ignores",
  "lies",
  "claims",
  "rounds",
  "refuses",
  "silent",
  "silent and done",
  "late",
  "twice",
  "foreign",
  "cut before",
  "cut after",
  "reboots",
  "reverts after 6 s",
  "reverts after 77 s",
  "reverts after 5 min",
  "cut at the read",
  "cut at the second read",
  "deaf to confirmations",
  "panel edit",
  "panel edit before",
  "panel edit after the read",
  "stops",
  "cut after the answer",
] as const;
export type Manner = (typeof MANNERS)[number];

export const DEVICE = "7E4401";
export const ITEMS = 5;
/** Registers that have to be changed together in some worlds, as those of a tariff. */
export const GROUP_SIZE = 3;
export const addressOf = (index: number) => `${DEVICE}000${index + 1}`;
const BEFORE = 10;
const PANEL_VALUE = 333;
const RECONNECT_MS = 5_000;
const REBOOT_MS = 40_000;
const LATE_MS = 70_000;
const CONTROLS = [320, 322, 324];
/** Manners that do not end with the write. */
const LASTING: readonly Manner[] = ["cut at the second read", "deaf to confirmations"];

type Write = { id: string; address: string; value: number };
type Options = {
  siteId: number;
  features: readonly string[];
  /** How far the device's clock is ahead, ms. */
  clockOffsetMs: number;
  /** Whether the first registers are a group. */
  isGrouped: boolean;
  now: () => number;
  diary: Diary;
};

/** A device that keeps the protocol but for its faults: it executes an id at most once, and none after its expiry. */
export class Device {
  readonly registers = new Map<string, number>();
  readonly #options: Options;
  readonly #manners = new Map<string, Manner>();
  readonly #done = new Map<string, Frame>();
  readonly #begun = new Set<string>();
  readonly #written = new Set<string>();
  readonly #confirmed = new Set<string>();
  readonly #later: { at: number; run: () => Promise<void> | void }[] = [];
  #logger: LoggerSocket | null = null;
  #read = 0;
  #line = 0;

  constructor(options: Options) {
    this.#options = options;
    for (let index = 0; index < ITEMS; index++) this.registers.set(addressOf(index), BEFORE);
  }

  async connect(): Promise<void> {
    const { clockOffsetMs, features, isGrouped, now, siteId } = this.#options;
    const setting = { kind: "setting", access: "rw", min: 0, max: 1_000, step: 1 };
    const registers = Array.from({ length: ITEMS }, (_, index) => ({
      ...setting,
      register: addressOf(index).slice(6),
      ...(isGrouped && index < GROUP_SIZE && { group: "tariff" }),
    }));
    this.#logger = await connectLogger(siteId, {
      equipment: [{ address: DEVICE, registers }],
      features,
      clock: now() + clockOffsetMs,
    });
    this.#line += 1;
    this.#read = 0;
  }

  /** Chooses what happens at the next writes of registers. */
  misbehave(manners: ReadonlyMap<string, Manner>): void {
    for (const [address, manner] of manners) this.#manners.set(address, manner);
  }

  /** The object closed the socket, as an eviction may. */
  async lost(): Promise<void> {
    this.#logger = null;
    await this.connect();
  }

  /** Does what is due, and answers all frames until none comes. */
  async act(): Promise<void> {
    const { now } = this.#options;
    for (const one of this.#later.filter(({ at }) => at <= now())) {
      this.#later.splice(this.#later.indexOf(one), 1);
      await one.run();
    }
    for (let quiet = 0; quiet < 2 && this.#logger !== null; ) {
      await this.#logger.settle();
      const frames = this.#logger.inbox.slice(this.#read);
      this.#read = this.#logger.inbox.length;
      quiet = frames.some(({ cmd }) => cmd !== 257) ? 0 : quiet + 1;
      for (const frame of frames) if (this.#logger !== null) this.#take(frame);
    }
  }

  #take(frame: Frame): void {
    const { cmd, id } = frame;
    if (cmd === 326 && ![...this.#manners.values()].includes("deaf to confirmations")) {
      this.#confirmed.add(String(frame.of));
      this.#send({ cmd: 327, id, status: 200 });
    }
    if (cmd === 336) this.#answerQuery(frame);
    if (CONTROLS.includes(cmd)) this.#control(frame);
  }

  #answerQuery({ id, addresses: asked }: Frame): void {
    const addresses = asked as string[];
    for (const address of addresses) {
      const manner = this.#manners.get(address);
      const isSecond = this.#written.has(address);
      if (manner === "cut at the read" || (manner === "cut at the second read" && isSecond)) {
        this.#manners.delete(address);
        this.#drop(RECONNECT_MS);
        return;
      }
    }
    const { diary, now } = this.#options;
    const values = Object.fromEntries(
      addresses.map((one) => [one, this.registers.get(one) ?? null]),
    );
    diary.push({ kind: "read", at: now(), values });
    this.#send({ cmd: 337, id, status: 200, values });
    for (const address of addresses)
      if (
        this.#manners.get(address) === "panel edit after the read" &&
        !this.#written.has(address)
      ) {
        this.#manners.delete(address);
        this.#edit(address, PANEL_VALUE);
      }
  }

  #control(frame: Frame): void {
    const writes = (frame.items ?? [frame]) as Write[];
    const { diary, now } = this.#options;
    for (const { id } of writes)
      diary.push({ kind: "sent", at: now(), id, line: this.#line, expires: Number(frame.expires) });
    const kept = this.#done.get(writes[0]?.id ?? "");
    if (kept !== undefined) {
      this.#send(kept);
      return;
    }
    if (now() >= Number(frame.expires)) return;
    const isAtomic = frame.atomic === true;
    const isRefused = writes.some(({ address }) => this.#manners.get(address) === "refuses");
    const answers: object[] = [];
    const before = new Map(this.registers);
    for (const write of writes) {
      if (this.#manners.get(write.address) === "stops") {
        this.#manners.delete(write.address);
        break;
      }
      const answer = this.#execute(write, isAtomic && isRefused);
      if (answer === null) return;
      answers.push(answer);
    }
    if (answers.length === 0) return;
    if (frame.revertAfter !== undefined)
      this.#plan(Number(frame.revertAfter) * 1_000, () => {
        if (this.#confirmed.has(String(frame.id))) return;
        for (const { address } of writes) this.#edit(address, before.get(address) ?? BEFORE);
      });
    const answer =
      frame.cmd === 322
        ? { cmd: 323, id: frame.id, items: answers }
        : { cmd: frame.cmd + 1, ...answers[0] };
    for (const { id } of writes.slice(0, answers.length)) this.#done.set(id, answer as Frame);
    this.#send(answer);
    const last = this.#manners.get(writes.at(-1)?.address ?? "");
    if (last === "twice") this.#send(answer);
    const isCut = writes.some(
      ({ address }) => this.#manners.get(address) === "cut after the answer",
    );
    for (const { address } of writes)
      if (!LASTING.includes(this.#manners.get(address) ?? "none")) this.#manners.delete(address);
    if (isCut) this.#drop(RECONNECT_MS);
  }

  /** A user at the panel sets a register before the change begins. */
  editBefore(): void {
    for (const [address, manner] of this.#manners)
      if (manner === "panel edit before") this.#edit(address, PANEL_VALUE);
  }

  /** Executes a write. Returns its answer; null if there is none now. */
  #execute({ id, address, value }: Write, isVoid: boolean): object | null {
    const manner = isVoid ? "refuses" : (this.#manners.get(address) ?? "none");
    const before = this.registers.get(address) ?? BEFORE;
    const success = { id, status: 200, result: "success" };
    if (this.#begun.has(id)) return { ...success, value: before };
    if (manner === "cut before") return this.#vanish(address, RECONNECT_MS);
    this.#begun.add(id);
    switch (manner) {
      case "refuses":
        return { id, status: 500, result: "configuration failed" };
      case "ignores":
        return { ...success, value: before };
      case "lies":
        return success;
      case "claims":
        return { ...success, value };
      case "silent":
        this.#manners.delete(address);
        return null;
      case "reboots":
        return this.#vanish(address, REBOOT_MS);
      case "panel edit":
        this.#edit(address, PANEL_VALUE);
        break;
    }
    const stored = manner === "rounds" ? Math.round(value / 7) * 7 : value;
    this.#write(id, address, stored);
    const answer = { ...success, value: stored };
    if (manner === "silent and done") {
      this.#manners.delete(address);
      return null;
    }
    if (manner === "cut after") {
      this.#done.set(id, { cmd: 321, ...answer });
      return this.#vanish(address, RECONNECT_MS);
    }
    if (manner === "late") {
      this.#manners.delete(address);
      this.#plan(LATE_MS, () => this.#send({ cmd: 321, ...answer }));
      return null;
    }
    if (manner === "foreign") {
      this.#manners.delete(address);
      this.#send({ cmd: 321, ...answer, id: `${id.slice(0, -1)}z` });
      return null;
    }
    const revertMs = { "reverts after 6 s": 6_000, "reverts after 77 s": 77_000 }[manner as string];
    const afterMs = manner === "reverts after 5 min" ? 300_000 : revertMs;
    if (afterMs !== undefined) this.#plan(afterMs, () => this.#edit(address, before));
    return answer;
  }

  #vanish(address: string, ms: number): null {
    this.#manners.delete(address);
    this.#drop(ms);
    return null;
  }

  #drop(ms: number): void {
    this.#logger?.socket.close(1000);
    this.#logger = null;
    this.#plan(ms, () => this.connect());
  }

  #plan(ms: number, run: () => Promise<void> | void): void {
    this.#later.push({ at: this.#options.now() + ms, run });
  }

  #send(frame: object): void {
    const { diary, now } = this.#options;
    if (this.#logger === null) return;
    const answers = ((frame as Frame).items ?? [frame]) as { id: string; status: number }[];
    for (const { id, status } of answers)
      if (status === 200) diary.push({ kind: "acknowledged", at: now(), id });
    this.#logger.send(frame);
  }

  #write(id: string, address: string, value: number): void {
    const { diary, now } = this.#options;
    this.registers.set(address, value);
    this.#written.add(address);
    diary.push({ kind: "executed", at: now(), id, address, value });
  }

  #edit(address: string, value: number): void {
    const { diary, now } = this.#options;
    this.registers.set(address, value);
    diary.push({ kind: "edited", at: now(), address });
  }
}
