import type { Flow } from "../physics/power-flow.ts";
import type { EnergyCounters } from "./energy-counters.ts";

export type FieldReading = {
  /** W/m² on its plane, °C of its cells. */
  onPlane: number;
  cell: number;
  /** W that it gives and V of its strings. */
  power: number;
  voltage: number;
};

/** All that a site's meters show at one instant; the devices pick their registers from it. */
export type Reading = {
  at: number;
  on: boolean;
  flow: Flow;
  /** °C of the air, W/m² on the horizontal. */
  air: number;
  horizontal: number;
  /** In the order of the profile. */
  fields: FieldReading[];
  gridThere: boolean;
  gridVoltage: number;
  gridFrequency: number;
  outputVoltage: number;
  outputFrequency: number;
  inverterTemperature: number;
  battery: { soc: number; voltage: number; current: number; temperature: number } | null;
  generatorRuns: boolean;
  /** % of its tank. */
  fuel: number;
  counters: EnergyCounters;
};
