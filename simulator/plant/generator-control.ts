import { z } from "zod";

/** Positions of a generator's switch, as its register has them. */
export const GENERATOR_SWITCH = { stop: 0, start: 1, automatic: 2 } as const;

export const generatorState = z.object({
  runs: z.boolean(),
  /** ms UTC of the last start or stop. */
  since: z.number(),
  /** Share of its tank. */
  fuel: z.number(),
});
export type GeneratorState = z.infer<typeof generatorState>;

export type GeneratorOrders = {
  position: number;
  startSoc: number;
  stopSoc: number;
  minRunMs: number;
};

/** Litres do not matter: a full tank lasts about so many hours at full power. */
const TANK_HOURS = 60;
const REFILL_BELOW = 0.12;

/** Whether it runs next: started and stopped by its switch, or by the battery's charge, but not before its least run. */
export function decideGenerator(
  state: GeneratorState,
  orders: GeneratorOrders,
  soc: number | null,
  at: number,
): GeneratorState {
  const wanted = isWanted(state, orders, soc);
  if (wanted === state.runs) return state;
  if (state.runs && at - state.since < orders.minRunMs) return state;
  return { ...state, runs: wanted, since: at };
}

function isWanted(state: GeneratorState, orders: GeneratorOrders, soc: number | null): boolean {
  if (orders.position === GENERATOR_SWITCH.stop) return false;
  if (orders.position === GENERATOR_SWITCH.start || soc === null) return true;
  return state.runs ? soc < orders.stopSoc : soc < orders.startSoc;
}

/** Burns fuel for so many hours at this share of its rated power; somebody fills it up in time. */
export function burnFuel(fuel: number, share: number, hours: number): number {
  const left = fuel - ((0.3 + 0.7 * share) * hours) / TANK_HOURS;
  return left < REFILL_BELOW ? 1 : left;
}
