import type { EventLevel } from "#domain/alarms/event.ts";
import { hasEngineOn } from "./generator-control.ts";
import type { Reading } from "./reading.ts";

/** Power below this is noise, W. */
const NOTHING = 15;

/** Value of register 0170. */
export function siteWord({ units, flow }: Reading, worst: EventLevel | null): string {
  if (units.every(({ state }) => state === "off")) return "off";
  if (flow.shutDown || worst === "fault") return "fault";
  return worst === "warning" ? "warning" : "normal";
}

/** The BMS status for each value of register 0136. */
export const BATTERY_STATUS = {
  charge: "charging",
  discharge: "discharge",
  idle: "idle",
} as const;

/** Value of register 0136. */
export const batteryWord = ({ flow }: Reading) => nameBatteryPower(flow.battery);

/** Value of register 0136 for a power. @param power in W, + charging */
export function nameBatteryPower(power: number): keyof typeof BATTERY_STATUS {
  if (power > NOTHING) return "charge";
  return power < -NOTHING ? "discharge" : "idle";
}

/** Value of register 0144. */
export function generatorWord({
  generator,
}: Pick<Reading, "generator">): "running" | "not running" | "break off" {
  if (generator === "failed") return "break off";
  return hasEngineOn({ stage: generator }) ? "running" : "not running";
}

/** Value of register 0171: the source of most of the load. */
export function powerSourceWord({ flow }: Reading): string {
  if (flow.load < NOTHING) return "none";
  const sources: [string, number][] = [
    ["generator", flow.generator],
    ["grid", flow.grid],
    ["battery", -flow.battery],
    ["solar", flow.solarCharger + flow.pvInverter],
  ];
  const [most] = sources.toSorted(([, one], [, other]) => other - one);
  return most === undefined || most[1] < NOTHING ? "none" : most[0];
}
