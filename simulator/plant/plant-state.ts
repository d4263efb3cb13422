import { z } from "zod";
import type { SimulatedPlantProfile } from "../plant-profile.ts";
import { uniformAt } from "../random.ts";
import { energyCounters } from "./energy-counters.ts";
import { generatorState } from "./generator-control.ts";
import { guessPastEnergy } from "./past-energy.ts";

/** The changing state of a plant, which outlives the process. */
export const plantState = z.object({
  at: z.number(),
  /** 0 to 1; meaningless without a battery. */
  soc: z.number(),
  counters: energyCounters,
  generator: generatorState,
  /** Whether the plant has shut down for lack of power, until some is available. */
  exhausted: z.boolean(),
});
export type PlantState = z.infer<typeof plantState>;

/** A plausible initial state. */
export function guessState(
  profile: SimulatedPlantProfile,
  seed: number,
  startAt: number,
): PlantState {
  return {
    at: startAt,
    soc: 0.45 + 0.4 * uniformAt(seed, 3),
    counters: guessPastEnergy(profile, startAt),
    generator: {
      stage: "stopped",
      since: 0,
      startedAt: 0,
      fuel: 0.35 + 0.6 * uniformAt(seed, 4),
    },
    exhausted: false,
  };
}

/** Completes a state without counters of single inverters by those of another. */
export function completeState(state: PlantState, other: PlantState): PlantState {
  const { units } = other.counters;
  return state.counters.units.length === units.length
    ? state
    : { ...state, counters: { ...state.counters, units } };
}
