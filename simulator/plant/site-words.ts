import type { Reading } from "./reading.ts";

/** Less than this is noise, W. */
const NOTHING = 15;

/** Register 0170. */
export function siteWord(reading: Reading, hasWarning: boolean): string {
  if (!reading.on) return "off";
  if (reading.flow.shutDown) return "fault";
  return hasWarning ? "warning" : "normal";
}

/** Register 0136. */
export function batteryWord({ flow }: Reading): "charge" | "discharge" | "idle" {
  if (flow.battery > NOTHING) return "charge";
  return flow.battery < -NOTHING ? "discharge" : "idle";
}

/** Register 0171: what carries most of the load. */
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
