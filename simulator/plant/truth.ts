import type { PhaseFlow } from "../physics/phases.ts";
import type { Flow } from "../physics/power-flow.ts";
import type { EnergyCounters } from "./energy-counters.ts";
import type { GeneratorState } from "./generator-control.ts";
import type { Unit } from "./units.ts";
import type { Weather } from "./weather.ts";

/** The true values of a plant at one instant, before metering. */
export type Truth = {
  at: number;
  flow: Flow;
  phases: readonly PhaseFlow[];
  units: readonly Unit[];
  /** W of each field. */
  fields: readonly number[];
  weather: Weather;
  gridThere: boolean;
  /** The battery's charge as its BMS shows it. */
  shownSoc: number;
  state: { counters: EnergyCounters; generator: GeneratorState };
};
