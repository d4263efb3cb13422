import { terminalsOf } from "../physics/battery.ts";
import { stringVoltage } from "../physics/panels.ts";
import type { Flow } from "../physics/power-flow.ts";
import type { SimulatedPlantProfile } from "../plant-profile.ts";
import type { EnergyCounters } from "./energy-counters.ts";
import { gridFrequencyAt, gridVoltageAt } from "./grid-supply.ts";
import { measureFlow } from "./measure-flow.ts";
import type { Reading } from "./reading.ts";
import type { Weather } from "./weather.ts";

const STRING_VOLTS = 340;

/** What is true of a plant at one instant. */
type Truth = {
  at: number;
  on: boolean;
  flow: Flow;
  /** W of each field. */
  fields: readonly number[];
  weather: Weather;
  gridThere: boolean;
  state: { soc: number; counters: EnergyCounters; generator: { runs: boolean; fuel: number } };
};

/** What its meters and sensors make of it. */
export function readMeters(
  truth: Truth,
  profile: SimulatedPlantProfile,
  seed: number,
  random: () => number,
): Reading {
  const { at, on, flow, weather, gridThere, state } = truth;
  const { battery, inverter } = profile;
  const noise = () => 2 * random() - 1;
  const ratedW = inverter.ratedW * inverter.units;
  const share = Math.abs(flow.inverter) / ratedW;
  const frequency = gridFrequencyAt(seed, at, inverter.frequency);
  const gridVoltage = gridThere
    ? gridVoltageAt(seed, at, inverter.voltage, flow.grid, ratedW) + 0.15 * noise()
    : 0;
  const ownVoltage = inverter.voltage * (1 + 0.002 * noise() - 0.006 * share);
  const feeds = flow.load > 0 || (on && !flow.shutDown);
  return {
    at,
    on,
    flow: measureFlow(flow, random),
    air: weather.air + 0.1 * noise(),
    horizontal: weather.horizontal * (1 + 0.01 * noise()),
    fields: truth.fields.map((power, index) => {
      const { onPlane, cell } = weather.fields[index] ?? { onPlane: 0, cell: weather.air };
      return {
        onPlane: onPlane * (1 + 0.01 * noise()),
        cell: cell + 0.2 * noise(),
        power: power * (1 + 0.001 * noise()),
        voltage: stringVoltage(STRING_VOLTS, onPlane, cell) * (1 + 0.004 * noise()),
      };
    }),
    gridThere,
    gridVoltage,
    gridFrequency: gridThere ? frequency : 0,
    outputVoltage: !feeds ? 0 : gridThere ? gridVoltage * 0.998 : ownVoltage,
    outputFrequency: !feeds ? 0 : gridThere ? frequency : inverter.frequency + 0.01 * noise(),
    inverterTemperature: 0.55 * weather.air + 14 + 30 * share + 0.2 * noise(),
    battery: battery && {
      soc: state.soc,
      temperature:
        0.6 * weather.air +
        8.5 +
        (6 * Math.abs(flow.battery)) / battery.maxDischargeW +
        0.1 * noise(),
      ...terminalsOf(battery, state.soc, flow.battery),
    },
    generatorRuns: state.generator.runs,
    fuel: 100 * state.generator.fuel,
    counters: state.counters,
  };
}
