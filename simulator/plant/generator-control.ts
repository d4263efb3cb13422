import { z } from "zod";

/** Values of a generator's switch register. */
export const GENERATOR_SWITCH = { stop: 0, start: 1, automatic: 2 } as const;

/** `warming` and `cooling`: the engine runs without load. `failed`: it stands until it is repaired. */
export const GENERATOR_STAGES = ["stopped", "warming", "running", "cooling", "failed"] as const;

export const generatorState = z.object({
  stage: z.enum(GENERATOR_STAGES).default("stopped"),
  /** Begin of the stage, ms UTC. */
  since: z.number(),
  /** Last start, ms UTC. */
  startedAt: z.number().default(0),
  /** Fuel as a share of the tank. */
  fuel: z.number(),
});
export type GeneratorState = z.infer<typeof generatorState>;

export type GeneratorOrders = {
  position: number;
  startSoc: number;
  stopSoc: number;
  minRunMs: number;
  /** Minimum rest after a stop. */
  minRestMs: number;
};

/** Inputs of a decision. */
export type GeneratorScene = {
  at: number;
  /** State of charge of the battery, 0 to 1; null without a battery. */
  soc: number | null;
  gridThere: boolean;
  /** Whether the engine is broken and ignores all orders. */
  isBroken: boolean;
};

const WARM_UP_MS = 30_000;
const COOL_DOWN_MS = 30_000;
/** Hours that a full tank lasts at full power. */
const TANK_HOURS = 60;
const REFILL_BELOW = 0.12;

/** Whether the engine runs, burning fuel and counting run time. */
export function hasEngineOn({ stage }: Pick<GeneratorState, "stage">): boolean {
  return stage === "warming" || stage === "running" || stage === "cooling";
}

/**
 * Decides the next stage. The switch, or the battery's charge during an outage, starts and stops it, but never before
 * its minimum run and rest times are over.
 */
export function decideGenerator(
  state: GeneratorState,
  orders: GeneratorOrders,
  scene: GeneratorScene,
): GeneratorState {
  const { at, isBroken } = scene;
  const enter = (stage: GeneratorState["stage"]) => ({ ...state, stage, since: at });
  if (isBroken) return state.stage === "failed" ? state : enter("failed");
  const wanted = isWanted(state, orders, scene);
  switch (state.stage) {
    case "failed":
      return enter("stopped");
    case "stopped":
      if (!wanted || at - state.since < orders.minRestMs) return state;
      return { ...enter("warming"), startedAt: at };
    case "warming":
      return at - state.since < WARM_UP_MS ? state : enter("running");
    case "running":
      return wanted || at - state.startedAt < orders.minRunMs ? state : enter("cooling");
    case "cooling":
      if (wanted) return enter("running");
      return at - state.since < COOL_DOWN_MS ? state : enter("stopped");
  }
}

function isWanted(
  { stage }: GeneratorState,
  orders: GeneratorOrders,
  { soc, gridThere }: GeneratorScene,
): boolean {
  if (orders.position === GENERATOR_SWITCH.stop) return false;
  if (orders.position === GENERATOR_SWITCH.start) return true;
  if (gridThere) return false;
  if (soc === null) return true;
  return stage === "warming" || stage === "running" ? soc < orders.stopSoc : soc < orders.startSoc;
}

/** Burns fuel for some hours at a share of the rated power; the tank is refilled in time. */
export function burnFuel(fuel: number, share: number, hours: number): number {
  const left = fuel - ((0.3 + 0.7 * share) * hours) / TANK_HOURS;
  return left < REFILL_BELOW ? 1 : left;
}
