import { SITE_ADDRESS } from "../registers/catalogue/site.ts";

/** What energy comes from or goes to at a site. */
export const FLOW_NAMES = ["solar", "grid", "generator", "battery", "load"] as const;
export type FlowName = (typeof FLOW_NAMES)[number];

export type Flow = {
  name: FlowName;
  /** W, as the site's registers sign it: grid + import, battery + charging; null where there is no value. */
  power: number | null;
  /** As seen from the inverter: into it, out of it, or neither. */
  direction: "in" | "out" | "idle" | "unknown";
  /** Size as a part of the largest flow of the site, 0 to 1. */
  share: number;
};

const POWER_ADDRESS: Record<FlowName, string> = {
  solar: SITE_ADDRESS.solarPower,
  grid: SITE_ADDRESS.gridPower,
  generator: SITE_ADDRESS.generatorPower,
  battery: SITE_ADDRESS.batteryPower,
  load: SITE_ADDRESS.loadPower,
};

/** +1 where positive power runs into the inverter, -1 where it runs out of it. */
const TOWARDS_INVERTER: Record<FlowName, 1 | -1> = {
  solar: 1,
  grid: 1,
  generator: 1,
  battery: -1,
  load: -1,
};

/** Below this, W, a flow is noise of the meters. */
export const IDLE_POWER_W = 5;

/**
 * The flows of a site, in a fixed order.
 * @param has whether the site has the register of an address: only what it has is shown
 * @param read newest value of an address
 */
export function flowsOf(
  has: (address: string) => boolean,
  read: (address: string) => unknown,
): Flow[] {
  const found = FLOW_NAMES.filter((name) => has(POWER_ADDRESS[name])).map((name) => {
    const value = read(POWER_ADDRESS[name]);
    const power = typeof value === "number" && Number.isFinite(value) ? value : null;
    return { name, power };
  });
  const largest = Math.max(IDLE_POWER_W, ...found.map(({ power }) => Math.abs(power ?? 0)));
  return found.map(({ name, power }) => ({
    name,
    power,
    direction: directionOf(name, power),
    share: Math.abs(power ?? 0) / largest,
  }));
}

function directionOf(name: FlowName, power: number | null): Flow["direction"] {
  if (power === null) return "unknown";
  if (Math.abs(power) < IDLE_POWER_W) return "idle";
  return power * TOWARDS_INVERTER[name] > 0 ? "in" : "out";
}
