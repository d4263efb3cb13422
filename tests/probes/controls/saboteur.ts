import type { Chance } from "../../support/seeded-chance.ts";
import type { Faults } from "../../support/world/happenings.ts";
import type { Direction, Line, Verdict } from "../../support/world/line.ts";
import type { World } from "../../support/world/world.ts";
import type { WorldViewer } from "../../support/world/world-viewer.ts";
import type { Cell, Step, When } from "./cells.ts";
import type { Device } from "./device.ts";

/** What is to befall one request's controls. */
export type Plan = {
  cell: Cell;
  ids: readonly string[];
  addresses: readonly string[];
  giver: WorldViewer;
  /** At the fifth step: on the read-back asked for, not on the acknowledgement. */
  onQuery: boolean;
  fired: boolean;
};
type Frame = { cmd?: number; id?: string; tag?: string; body?: Body } & Record<string, unknown>;
type Body = { commandId?: string; state?: string; result?: unknown; items?: unknown };

const CONTROLS = [320, 322, 324];
const ANSWERS = [321, 323, 325];
/** One way on a line, ms; what is planned for half of it happens while a frame is under way. */
const LATENCY_MS = 20;

/** An alarm of the platform may be late by so much, and ring twice for one instant. */
const MAX_LATE_MS = 300;

/** Lets each fault happen once, at its step of its control. In a world that flaps every frame may meet one besides. */
export class Saboteur {
  readonly #world: World;
  readonly #chance: Chance;
  readonly #device: Device;
  readonly #planOf = new Map<string, Plan>();
  readonly #queried = new Map<string, Plan[]>();
  isFlapping = false;
  isCalm = false;

  constructor(world: World, chance: Chance, device: Device) {
    this.#world = world;
    this.#chance = chance;
    this.#device = device;
    device.onExecuting = (ids, when) => this.#meetExecution(ids, when);
  }

  expect(plan: Plan): void {
    for (const id of plan.ids) {
      this.#planOf.set(id, plan);
      this.#device.behaveAs(id, plan.cell.manner);
    }
  }

  readonly faults: Faults = {
    judge: (line, direction, content) => this.#judge(line, direction, content),
    noticeMs: () => {
      if (this.isCalm || this.#chance.happens(0.4)) return 0;
      return this.#chance.happens(0.3) ? null : this.#chance.between(0, 40_000);
    },
    alarmLateMs: () => (this.#chance.happens(0.4) ? this.#chance.between(1, MAX_LATE_MS) : 0),
    alarmTimes: () => (this.#chance.happens(0.1) ? 2 : 1),
  };

  #judge(line: Line, direction: Direction, content: unknown): Verdict {
    const frame = readFrame(content);
    const verdict: Verdict = this.isFlapping ? this.#flap(line, direction, frame) : {};
    if (line.caller.kind === "viewer") {
      const { step, ids } = ofViewer(direction, frame);
      return { ...verdict, ...this.#meet(step, ids, line) };
    }
    if (direction === "down") {
      const ids = CONTROLS.includes(frame.cmd ?? 0) ? idsOf(frame) : [];
      const query = frame.cmd === 336 ? this.#noteQuery(frame) : {};
      return { ...verdict, ...this.#meet("3 command", ids, line), ...query };
    }
    const { ids, verdict: manner } =
      typeof content === "string" ? this.#device.judge(content) : { ids: [], verdict: {} };
    const plans = ids.map((id) => this.#planOf.get(id)).filter((plan) => plan?.onQuery !== true);
    const acknowledged = plans.flatMap((plan) => plan?.ids ?? []);
    const answered = frame.cmd === 337 ? this.#queried.get(frame.id ?? "") : undefined;
    const queried = (answered ?? []).flatMap(({ ids: each }) => each);
    const met = this.#meet("5 acknowledgement", [...acknowledged, ...queried], line);
    return { ...verdict, ...met, ...manner };
  }

  /** Which controls' read-back is asked for; half of those faults befall the question, half the answer. */
  #noteQuery({ id = "", addresses }: Frame): Verdict {
    const asked = addresses as string[];
    const plans = [...new Set(this.#planOf.values())].filter(
      (plan) => plan.onQuery && !plan.fired && plan.addresses.some((one) => asked.includes(one)),
    );
    const now = plans.filter(() => this.#chance.happens(0.5));
    this.#queried.set(
      id,
      plans.filter((plan) => !now.includes(plan)),
    );
    const { line } = this.#device.wired;
    const ids = now.flatMap((plan) => plan.ids);
    return line === null ? {} : this.#meet("5 acknowledgement", ids, line);
  }

  #meet(step: Step | null, ids: readonly string[], line: Line): Verdict {
    let verdict: Verdict = {};
    for (const plan of this.#plansAt(step, ids))
      verdict = { ...verdict, ...this.#strike(plan, line) };
    return verdict;
  }

  /** @returns whether the logger's process dies now */
  #meetExecution(ids: readonly string[], when: When): boolean {
    let dies = false;
    for (const plan of this.#plansAt("4 execution", ids)) {
      if (plan.cell.when !== when) continue;
      if (plan.cell.kind === "logger dies") {
        plan.fired = true;
        dies = true;
      } else this.#strike(plan, null);
    }
    return dies;
  }

  #plansAt(step: Step | null, ids: readonly string[]): Plan[] {
    const plans = new Set(ids.flatMap((id) => this.#planOf.get(id) ?? []));
    return [...plans].filter(({ cell, fired }) => !fired && !this.isCalm && cell.step === step);
  }

  #strike(plan: Plan, line: Line | null): Verdict {
    plan.fired = true;
    const { kind, when } = plan.cell;
    this.#world.note(`fault ${plan.cell.step} ${when} ${kind}`);
    const side = kind.startsWith("logger") ? "logger" : "viewer";
    const isOwn = line?.caller.kind === side;
    const target = () =>
      isOwn ? line : side === "logger" ? this.#device.wired.line : plan.giver.line;
    const act = (what: () => void | Promise<void>) => this.#time(when, line, what);
    switch (kind) {
      case "logger cut":
      case "viewer cut":
        if (isOwn) return { cut: when };
        act(() => target()?.cut());
        break;
      case "logger half-open":
      case "viewer half-open":
        if (isOwn && when === "before") {
          this.#stall(line);
          return { stall: true };
        }
        act(() => this.#stall(target()));
        break;
      case "hibernated":
        act(() => this.#world.evict("hibernate"));
        break;
      case "closed":
        act(() => this.#world.evict("close"));
        break;
      case "logger dies":
        act(() => this.#device.dieFor(this.#chance.between(500, 12_000)));
        break;
      case "crowd":
    }
    return {};
  }

  /** A frame under way is met in the middle of its way, or once it is there. */
  #time(when: When, line: Line | null, act: () => void | Promise<void>): void {
    if (line === null) this.#world.plan(0, act);
    else this.#world.plan(when === "before" ? LATENCY_MS / 2 : LATENCY_MS + 1, act);
  }

  /** Nothing passes; sooner or later one end notices, or the network drops the connection. */
  #stall(line: Line | null): void {
    if (line === null) return;
    line.stall("up");
    line.stall("down");
    if (this.#chance.happens(0.75))
      this.#world.plan(this.#chance.between(2_000, 25_000), () => line.cut());
  }

  #flap(line: Line, direction: Direction, { cmd }: Frame): Verdict {
    const chance = this.#chance;
    const verdict: Verdict = {};
    if (chance.happens(0.1)) verdict.delayMs = chance.between(0, chance.happens(0.1) ? 8_000 : 800);
    if (chance.happens(0.03)) verdict.cut = chance.oneOf(["before", "after"] as const);
    if (chance.happens(0.02)) verdict.drop = true;
    if (chance.happens(0.004)) this.#stall(line);
    const mayRepeat = direction === "down" ? [...CONTROLS, 336] : [...ANSWERS, 337];
    if (line.caller.kind === "logger" && mayRepeat.includes(cmd ?? 0) && chance.happens(0.1))
      verdict.twice = true;
    return verdict;
  }
}

function ofViewer(direction: Direction, frame: Frame): { step: Step | null; ids: string[] } {
  const { cmd = 0, tag, body } = frame;
  if (direction === "up")
    return { step: "1 request", ids: CONTROLS.includes(cmd) ? idsOf(body) : [] };
  if (!ANSWERS.includes(cmd)) return { step: null, ids: [] };
  if (tag !== "") return { step: "2 answer", ids: idsOf({ items: [body?.result].flat() }) };
  return { step: "6 record", ids: body?.state === "ended" ? idsOf(body) : [] };
}

/** Ids in a frame of one control or of several. */
export function idsOf(content: unknown): string[] {
  const { items, id, commandId } = (content ?? {}) as Record<string, unknown>;
  if (Array.isArray(items)) return items.flatMap(idsOf);
  const own = commandId ?? id;
  return typeof own === "string" ? [own] : [];
}

function readFrame(content: unknown): Frame {
  if (typeof content !== "string") return (content ?? {}) as Frame;
  return JSON.parse(content) as Frame;
}
