import { HOUR_MS } from "#domain/units/durations.ts";
import { uniformAt } from "../random.ts";
import type { Flow } from "./power-flow.ts";
import { smoothNoise } from "./smooth-noise.ts";

/** W of one phase, signed like the flow that they are parts of. */
export type PhaseFlow = {
  solar: number;
  grid: number;
  generator: number;
  inverter: number;
  load: number;
};

/** Which share of the load hangs on each phase: uneven from the first, and moving over the day. */
export function shareLoad(seed: number, at: number, phases: number): number[] {
  if (phases === 1) return [1];
  const weights = Array.from({ length: phases }, (_, phase) => {
    const own = (seed ^ 0xc1) + phase;
    const moving =
      0.3 * smoothNoise(own, at, 2 * HOUR_MS) + 0.1 * smoothNoise(own ^ 0xc7, at, 240_000);
    return Math.max(0.2, 0.75 + 0.5 * uniformAt(own, 1) + moving);
  });
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / all);
}

/**
 * Splits a flow over the phases so that each sum is the flow's and every phase balances by itself. Solar inverters,
 * inverters and generators give evenly; what stands behind them takes what is uneven: the grid, off the grid the
 * inverters, without them the generator.
 */
export function splitOverPhases(
  flow: Flow,
  loadShares: readonly number[],
  source: "grid" | "inverter" | "generator",
): PhaseFlow[] {
  const part = 1 / loadShares.length;
  const solar = (flow.solarCharger + flow.pvInverter) * part;
  return loadShares.map((share) => {
    const load = flow.load * share;
    const uneven = load - flow.load * part;
    return {
      solar,
      grid: flow.grid * part + (source === "grid" ? uneven : 0),
      generator: flow.generator * part + (source === "generator" ? uneven : 0),
      inverter: flow.inverter * part + (source === "inverter" ? uneven : 0),
      load,
    };
  });
}
