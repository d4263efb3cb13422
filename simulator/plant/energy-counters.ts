import { z } from "zod";
import type { Flow } from "../physics/power-flow.ts";
import type { Unit } from "./units.ts";

/** Lifetime counters in Wh, or in seconds if the name says so. They never decrease. */
export const energyCounters = z.object({
  solar: z.number(),
  gridImport: z.number(),
  gridExport: z.number(),
  load: z.number(),
  charge: z.number(),
  discharge: z.number(),
  generator: z.number(),
  solarToLoad: z.number(),
  solarToBattery: z.number(),
  solarToGrid: z.number(),
  gridToBattery: z.number(),
  runningSeconds: z.number(),
  generatorSeconds: z.number(),
  /** Wh of each field of panels, in the order of the profile. */
  fields: z.array(z.number()),
  /** Wh of each inverter, in the order of their addresses. */
  units: z.array(z.object({ inverted: z.number(), rectified: z.number() })).default([]),
});
export type EnergyCounters = z.infer<typeof energyCounters>;

/** Adds some hours of a flow. Solar power serves the load first, then the battery, then the grid. */
export function addFlow(
  counters: EnergyCounters,
  flow: Flow,
  fields: readonly number[],
  hours: number,
  running: { inverter: boolean; generator: boolean },
  units: readonly Unit[],
): EnergyCounters {
  const solar = flow.solarCharger + flow.pvInverter;
  const gridImport = Math.max(0, flow.grid);
  const gridExport = Math.max(0, -flow.grid);
  const charge = Math.max(0, flow.battery);
  const solarToLoad = Math.min(solar, flow.load);
  const solarToBattery = Math.min(solar - solarToLoad, charge);
  const solarToGrid = Math.min(solar - solarToLoad - solarToBattery, gridExport);
  return {
    solar: counters.solar + solar * hours,
    gridImport: counters.gridImport + gridImport * hours,
    gridExport: counters.gridExport + gridExport * hours,
    load: counters.load + flow.load * hours,
    charge: counters.charge + charge * hours,
    discharge: counters.discharge + Math.max(0, -flow.battery) * hours,
    generator: counters.generator + flow.generator * hours,
    solarToLoad: counters.solarToLoad + solarToLoad * hours,
    solarToBattery: counters.solarToBattery + solarToBattery * hours,
    solarToGrid: counters.solarToGrid + solarToGrid * hours,
    gridToBattery: counters.gridToBattery + Math.min(gridImport, charge - solarToBattery) * hours,
    runningSeconds: counters.runningSeconds + (running.inverter ? hours * 3_600 : 0),
    generatorSeconds: counters.generatorSeconds + (running.generator ? hours * 3_600 : 0),
    fields: fields.map((power, index) => (counters.fields[index] ?? 0) + power * hours),
    units: units.map(({ share }, index) => {
      const { inverted = 0, rectified = 0 } = counters.units[index] ?? {};
      return {
        inverted: inverted + Math.max(0, flow.inverter) * share * hours,
        rectified: rectified + Math.max(0, -flow.inverter) * share * hours,
      };
    }),
  };
}
