import type { RegisterValue } from "#domain/registers/register.ts";
import { PowerCut } from "#simulator/logger/control-desk.ts";
import type { Chance } from "../../support/seeded-chance.ts";
import type { Verdict } from "../../support/world/line.ts";
import type { World } from "../../support/world/world.ts";
import { WorldLogger } from "../../support/world/world-logger.ts";
import type { Manner, When } from "./cells.ts";
import type { DeviceEntry } from "./diary.ts";
import { Panel } from "./panel.ts";

type Item = { id: string; address: string; value: RegisterValue };
type Frame = Item & { cmd: number; items?: Item[]; time?: number; expires?: number };
type Answer = { cmd: number; id: string; items?: Outcome[] } & Outcome;
type Outcome = { id: string; status: number; result: string; value?: RegisterValue };

/** An answer may come so long after a control's end, ms. */
const GRACE_MS = 2_000;
const CONTROLS = [320, 322, 324];
const ANSWERS = [321, 323, 325];
/** These the device does only the first time: asked again it is honest. */
const ONCE_ONLY: readonly Manner[] = ["late", "wrong id", "other's id"];

/** The simulator's logger around a panel, with a manner of its own for each control, and a diary. */
export class Device {
  readonly #world: World;
  readonly #chance: Chance;
  readonly wired: WorldLogger<Panel>;
  readonly diary: DeviceEntry[] = [];
  /** Asked right before a control is executed and after; whether the process is to die then. */
  onExecuting: (ids: readonly string[], when: When) => boolean = () => false;
  readonly #manners = new Map<string, Manner>();
  readonly #done = new Set<string>();
  readonly #received: string[] = [];
  readonly #expires = new Map<string, number>();
  readonly #late = new Map<string, readonly string[]>();
  /** Commands that the frame just being sent is really the answer to. */
  #answering: readonly string[] = [];
  #items: Item[] = [];

  constructor(world: World, chance: Chance) {
    this.#world = world;
    this.#chance = chance;
    this.wired = new WorldLogger(world, new Panel(world), { tickMs: 200 });
    // A value that the device reverts would be no action of a control; `npm run probe -- changes` has that feature.
    this.wired.logger.behave({ verb: "features", features: [] });
    this.wired.onFrame = (content, isOver) => this.#receive(content as Frame, isOver);
    this.wired.rewrite = (text) => this.#rewrite(text);
    this.wired.plant.onWrite = (write) => this.#execute(write);
  }

  get isOnline(): boolean {
    return this.wired.logger.state === "online";
  }

  behaveAs(id: string, manner: Manner): void {
    this.#manners.set(id, manner);
  }

  /** Which commands a frame that the device is about to send is the answer to, and what becomes of it. */
  judge(text: string): { ids: readonly string[]; verdict: Verdict } {
    const ids = this.#late.get(text) ?? this.#answering;
    if (this.#late.delete(text)) return { ids, verdict: {} };
    const manner = this.#mannerNow();
    if (manner === "never") return { ids, verdict: { drop: true } };
    if (manner === "twice") return { ids, verdict: { twice: true } };
    if (manner !== "late") return { ids, verdict: {} };
    this.#noteDone();
    this.#world.plan(this.#lateMs(ids), () => {
      if (!this.isOnline) return;
      this.#late.set(text, ids);
      this.wired.line?.send(text);
    });
    return { ids, verdict: { drop: true } };
  }

  /** Some come right when nothing is waiting for them any more, or just before. */
  #lateMs([id = ""]: readonly string[]): number {
    const chance = this.#chance;
    const edge = (this.#expires.get(id) ?? 0) + GRACE_MS - this.#world.now();
    if (edge > 0 && chance.happens(0.4)) return edge + chance.between(-200, 300);
    return chance.between(1_000, chance.happens(0.5) ? 10_000 : 90_000);
  }

  dieFor(ms: number): void {
    this.wired.logger.behave({ verb: "kill" });
    this.#world.plan(ms, () => {
      if (this.wired.logger.state === "off") this.wired.logger.behave({ verb: "revive" });
    });
  }

  #receive(frame: Frame, isOver: boolean): void {
    if (frame.cmd === 259 && !isOver) {
      const at = this.#world.now();
      this.diary.push({ kind: "clock", at, behindMs: at - (frame.time ?? at) });
    }
    if (!CONTROLS.includes(frame.cmd)) return;
    const items = frame.items ?? [frame];
    const ids = items.map(({ id }) => id);
    this.#items = isOver ? [] : [...items];
    for (const id of ids) {
      if (!this.#received.includes(id)) this.#received.push(id);
      this.#expires.set(id, frame.expires ?? 0);
    }
  }

  #execute({ address, value }: { address: string; value: RegisterValue }): void {
    const place = this.#items.findIndex((one) => one.address === address && one.value === value);
    const [item] = place === -1 ? [] : this.#items.splice(place, 1);
    if (item === undefined) throw new Error("a register was set without a request");
    if (this.onExecuting([item.id], "before")) throw new PowerCut();
    const { plant, logger } = this.wired;
    const manner = this.#manners.get(item.id);
    plant.manner =
      manner === "fails" ? "refuses" : manner === "unequal read-back" ? "deviates" : "obeys";
    if (this.onExecuting([item.id], "after")) logger.behave({ verb: "die" });
    if (manner === "fails") return;
    const other = typeof value === "number" ? value + 7 : `${value}!`;
    const holds = plant.manner === "deviates" ? other : value;
    const at = this.#world.now();
    this.diary.push({ kind: "executed", at, id: item.id, address, value, holds });
  }

  #rewrite(text: string): string {
    const answer = JSON.parse(text) as Answer;
    const isAnswer = ANSWERS.includes(answer.cmd);
    this.#answering = isAnswer ? (answer.items ?? [answer]).map(({ id }) => id) : [];
    if (!isAnswer) return text;
    const manner = this.#mannerNow();
    if (manner === "refuses") return JSON.stringify({ cmd: 511, id: answer.id, status: 501 });
    const change = (outcome: Outcome) => this.#misstate(outcome, manner);
    const said = answer.items === undefined ? change(answer) : undefined;
    if (manner === "wrong id" || manner === "other's id") this.#noteDone();
    return JSON.stringify(said ?? { ...answer, items: answer.items?.map(change) });
  }

  #misstate<Given extends Outcome>(outcome: Given, manner: Manner | undefined): Given {
    if (manner === "wrong id") return { ...outcome, id: this.#chance.uuid() };
    if (manner === "other's id") {
      const others = this.#received.filter((id) => !this.#answering.includes(id)).slice(-6);
      return { ...outcome, id: others.length === 0 ? "unknown" : this.#chance.oneOf(others) };
    }
    if (manner !== "no read-back") return outcome;
    const { value: _, ...rest } = outcome;
    return rest as Given;
  }

  #mannerNow(): Manner | undefined {
    const [id = ""] = this.#answering;
    const manner = this.#manners.get(id);
    const isOver = manner !== undefined && ONCE_ONLY.includes(manner) && this.#done.has(id);
    return isOver ? "honest" : manner;
  }

  #noteDone(): void {
    for (const id of this.#answering) this.#done.add(id);
  }
}
