import { HOUR_MS } from "#domain/units/durations.ts";
import { terminalsOf } from "../physics/battery.ts";
import { stringVoltage } from "../physics/panels.ts";
import { smoothNoise } from "../physics/smooth-noise.ts";
import type { SimulatedPlantProfile } from "../plant-profile.ts";
import { gridFrequencyAt } from "./grid-supply.ts";
import { measureFlow } from "./measure-flow.ts";
import { readPhases } from "./read-phases.ts";
import type { Reading } from "./reading.ts";
import type { Truth } from "./truth.ts";
import { shareAmongUnits } from "./units.ts";

const STRING_VOLTS = 340;
/** Difference of the charge between racks, halfway between empty and full. */
const RACK_SPREAD = 0.008;

/** Reads the meters and sensors. */
export function readMeters(
  truth: Truth,
  profile: SimulatedPlantProfile,
  seed: number,
  random: () => number,
): Reading {
  const { at, flow, weather, gridThere, state, units } = truth;
  const { battery, inverter } = profile;
  const noise = () => 2 * random() - 1;
  const share = Math.abs(flow.inverter) / (inverter.ratedW * inverter.units);
  const frequency = gridFrequencyAt(seed, at, inverter.frequency);
  const on = units.some((unit) => unit.state === "on");
  const feeds = flow.load > 0 || (on && !flow.shutDown);
  const measured = measureFlow(flow, random);
  return {
    at,
    on,
    flow: measured,
    phases: readPhases(truth, measured, profile, seed, { feeds, noise }),
    units,
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
    gridFrequency: gridThere ? frequency : 0,
    outputFrequency: !feeds ? 0 : gridThere ? frequency : inverter.frequency + 0.01 * noise(),
    inverterTemperature: 0.55 * weather.air + 14 + 30 * share + 0.2 * noise(),
    battery: battery && {
      soc: truth.shownSoc,
      temperature:
        0.6 * weather.air +
        8.5 +
        (6 * Math.abs(flow.battery)) / battery.maxDischargeW +
        0.1 * noise(),
      ...terminalsOf(battery, truth.shownSoc, flow.battery),
    },
    racks: battery === null ? [] : readRacks(battery.racks, truth.shownSoc, seed, at),
    generator: state.generator.stage,
    fuel: 100 * state.generator.fuel,
    counters: state.counters,
  };
}

function readRacks(count: number, soc: number, seed: number, at: number): Reading["racks"] {
  if (count === 1) return [{ state: "on", share: 1, soc }];
  const states = Array.from({ length: count }, () => "on" as const);
  return shareAmongUnits(states, seed ^ 0xe1, at).map((rack, index) => ({
    ...rack,
    soc:
      soc + 4 * soc * (1 - soc) * RACK_SPREAD * smoothNoise((seed ^ 0xe7) + index, at, 2 * HOUR_MS),
  }));
}
