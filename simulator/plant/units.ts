import { smoothNoise } from "../physics/smooth-noise.ts";
import { uniformAt } from "../random.ts";

/** One of several that work in parallel: inverters, or racks of a battery. */
export type Unit = {
  state: "on" | "off" | "fault";
  /** Of what all of them carry together, 0 to 1. */
  share: number;
};

/** Units never share quite evenly: each is off by up to so much for life, and by about so much now. */
const FOR_LIFE = 0.02;
const NOW = 0.004;

/** Those that are on share what there is; with none on it passes by all of them evenly. */
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
    return 1 + FOR_LIFE * (2 * uniformAt(own, 1) - 1) + NOW * smoothNoise(own, at, 300_000);
  });
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return states.map((state, unit) => ({ state, share: (weights[unit] ?? 0) / all }));
}
