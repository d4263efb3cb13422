import { MINUTE_MS } from "#domain/units/durations.ts";
import { smoothNoise } from "../physics/smooth-noise.ts";
import { uniformAt } from "../random.ts";

/** One of several parallel units: inverters, or racks of a battery. */
export type Unit = {
  state: "on" | "off" | "fault";
  /** Share of the total, 0 to 1. */
  share: number;
};

/** Relative deviations of a unit's share: permanent, and momentary. */
const FOR_LIFE = 0.02;
const NOW = 0.004;

/** Units that are on share the total; with none on it is split evenly. */
export function shareAmongUnits(
  states: readonly Unit["state"][],
  seed: number,
  at: number,
): Unit[] {
  if (states.length === 1) return states.map((state) => ({ state, share: 1 }));
  const noneOn = !states.includes("on");
  const weights = states.map((state, unit) => {
    if (noneOn) return 1;
    if (state !== "on") return 0;
    const own = (seed ^ 0xd1) + unit;
    return 1 + FOR_LIFE * (2 * uniformAt(own, 1) - 1) + NOW * smoothNoise(own, at, 5 * MINUTE_MS);
  });
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return states.map((state, unit) => ({ state, share: (weights[unit] ?? 0) / all }));
}
