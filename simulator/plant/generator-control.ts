import { z } from "zod";

/** Positions of a generator's switch, as its register has them. */
export const GENERATOR_SWITCH = { stop: 0, start: 1, automatic: 2 } as const;

/** `warming` and `cooling`: the engine runs without load. `failed`: it stands until somebody has seen to it. */
export const GENERATOR_STAGES = ["stopped", "warming", "running", "cooling", "failed"] as const;

export const generatorState = z.object({
  stage: z.enum(GENERATOR_STAGES).default("stopped"),
  /** ms UTC since when it is in this stage. */
  since: z.number(),
  /** ms UTC of its last start. */
  startedAt: z.number().default(0),
  /** Share of its tank. */
  fuel: z.number(),
});
export type GeneratorState = z.infer<typeof generatorState>;

export type GeneratorOrders = {
  position: number;
  startSoc: number;
  stopSoc: number;
  minRunMs: number;
  /** It does not start again sooner after a stop. */
  minRestMs: number;
};

/** What it decides by. */
export type GeneratorScene = {
  at: number;
  /** null without a battery. */
  soc: number | null;
  gridThere: boolean;
  /** It does not work, whatever it is told. */
  isBroken: boolean;
};

const WARM_UP_MS = 30_000;
const COOL_DOWN_MS = 30_000;
/** Litres do not matter: a full tank lasts about so many hours at full power. */
const TANK_HOURS = 60;
const REFILL_BELOW = 0.12;

/** Whether its engine turns: it burns fuel and its run time counts. */
export function hasEngineOn({ stage }: Pick<GeneratorState, "stage">): boolean {
  return stage === "warming" || stage === "running" || stage === "cooling";
}

/**
 * What it does next. Its switch, or the battery's charge while the grid is away, starts and stops it; never before its
 * least run and rest are over.
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

/** Burns fuel for so many hours at this share of its rated power; somebody fills it up in time. */
export function burnFuel(fuel: number, share: number, hours: number): number {
  const left = fuel - ((0.3 + 0.7 * share) * hours) / TANK_HOURS;
  return left < REFILL_BELOW ? 1 : left;
}
