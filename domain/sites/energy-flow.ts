import { SITE_ADDRESS } from "../registers/catalogue/site.ts";

/** Sources and consumers of power at a site. */
export const FLOW_NAMES = ["solar", "grid", "generator", "battery", "load"] as const;
export type FlowName = (typeof FLOW_NAMES)[number];

/** Power flow between the inverter and a source or consumer. */
export type PowerFlow = {
  name: FlowName;
  /** W, with the sign of the site's register: grid import and battery charging are positive; null without a value. */
  power: number | null;
  /** Direction as seen from the inverter. */
  direction: "in" | "out" | "idle" | "unknown";
  /** Size relative to the largest flow of the site, 0 to 1. */
  share: number;
};

const POWER_ADDRESS: Record<FlowName, string> = {
  solar: SITE_ADDRESS.solarPower,
  grid: SITE_ADDRESS.gridPower,
  generator: SITE_ADDRESS.generatorPower,
  battery: SITE_ADDRESS.batteryPower,
  load: SITE_ADDRESS.loadPower,
};

/** 1 if positive power flows into the inverter, -1 if it flows out of it. */
const TOWARDS_INVERTER: Record<FlowName, 1 | -1> = {
  solar: 1,
  grid: 1,
  generator: 1,
  battery: -1,
  load: -1,
};

/** Minimum power of a flow, W; less is noise of the meters. */
export const IDLE_POWER_W = 5;

/**
 * Lists the power flows of a site, in a fixed order.
 * @param has returns whether the site has the register of an address; flows without a register are left out
 * @param read returns the newest value of an address
 */
export function flowsOf(
  has: (address: string) => boolean,
  read: (address: string) => unknown,
): PowerFlow[] {
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

function directionOf(name: FlowName, power: number | null): PowerFlow["direction"] {
  if (power === null) return "unknown";
  if (Math.abs(power) < IDLE_POWER_W) return "idle";
  return power * TOWARDS_INVERTER[name] > 0 ? "in" : "out";
}
