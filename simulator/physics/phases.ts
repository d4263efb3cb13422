import { HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { uniformAt } from "../random.ts";
import type { Flow } from "./power-flow.ts";
import { smoothNoise } from "./smooth-noise.ts";

/** W of one phase, signed like the total flow. */
export type PhaseFlow = {
  solar: number;
  grid: number;
  generator: number;
  inverter: number;
  load: number;
};

/** Share of the load on each phase: permanently uneven, and varying over the day. */
export function shareLoad(seed: number, at: number, phases: number): number[] {
  if (phases === 1) return [1];
  const weights = Array.from({ length: phases }, (_, phase) => {
    const own = (seed ^ 0xc1) + phase;
    const moving =
      0.3 * smoothNoise(own, at, 2 * HOUR_MS) + 0.1 * smoothNoise(own ^ 0xc7, at, 4 * MINUTE_MS);
    return Math.max(0.2, 0.75 + 0.5 * uniformAt(own, 1) + moving);
  });
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / all);
}

/**
 * Splits a flow over the phases so that the sums match and every phase balances. Solar inverters, inverters and
 * generators feed evenly; the difference comes from the grid, off the grid from the inverters, and without them from
 * the generator.
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
