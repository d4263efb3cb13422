import type { PhaseFlow } from "../physics/phases.ts";
import type { Flow } from "../physics/power-flow.ts";
import type { EnergyCounters } from "./energy-counters.ts";
import type { GeneratorState } from "./generator-control.ts";
import type { Unit } from "./units.ts";

export type FieldReading = {
  /** W/m² on its plane, °C of its cells. */
  onPlane: number;
  cell: number;
  /** Power in W and string voltage in V. */
  power: number;
  voltage: number;
};

/** Readings of one phase: W as in the flow, V. */
export type PhaseReading = PhaseFlow & { gridVoltage: number; outputVoltage: number };

/** All readings of a site at one instant; the devices select their registers from it. */
export type Reading = {
  at: number;
  /** Whether at least one inverter is switched on and not in fault. */
  on: boolean;
  flow: Flow;
  /** Each output phase, u first; their sums are the flow. */
  phases: PhaseReading[];
  /** The inverters, in the order of their addresses. */
  units: readonly Unit[];
  /** °C of the air, W/m² on the horizontal. */
  air: number;
  horizontal: number;
  /** Readings of the fields of panels, in the order of the profile. */
  fields: FieldReading[];
  gridThere: boolean;
  gridFrequency: number;
  outputFrequency: number;
  inverterTemperature: number;
  battery: { soc: number; voltage: number; current: number; temperature: number } | null;
  /** The battery's racks, with the charge of each. */
  racks: (Unit & { soc: number })[];
  generator: GeneratorState["stage"];
  /** Fuel, % of the tank. */
  fuel: number;
  counters: EnergyCounters;
};
