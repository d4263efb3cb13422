import type { Flow } from "../physics/power-flow.ts";
import type { SimulatedPlantProfile } from "../plant-profile.ts";
import { gridVoltageAt } from "./grid-supply.ts";
import type { PhaseReading } from "./reading.ts";
import type { Truth } from "./truth.ts";

/** The phases as metered: each meter has the same error on all phases, so that the sums are the measured flow. */
export function readPhases(
  { at, flow, phases, gridThere }: Truth,
  measured: Flow,
  { inverter }: SimulatedPlantProfile,
  seed: number,
  { feeds, noise }: { feeds: boolean; noise: () => number },
): PhaseReading[] {
  const ratedW = inverter.ratedW * inverter.units;
  const error = {
    grid: ratioOf(measured.grid, flow.grid),
    generator: ratioOf(measured.generator, flow.generator),
    inverter: ratioOf(measured.inverter, flow.inverter),
    load: ratioOf(measured.load, flow.load),
  };
  const solar = (measured.solarCharger + measured.pvInverter) / phases.length;
  return phases.map((phase, index) => {
    const gridW = phase.grid * phases.length;
    const gridVoltage = gridThere
      ? gridVoltageAt(seed ^ (index << 12), at, inverter.voltage, gridW, ratedW) + 0.15 * noise()
      : 0;
    const carried = (Math.abs(phase.inverter) * phases.length) / ratedW;
    const ownVoltage = inverter.voltage * (1 + 0.002 * noise() - 0.006 * carried);
    return {
      solar,
      grid: phase.grid * error.grid,
      generator: phase.generator * error.generator,
      inverter: phase.inverter * error.inverter,
      load: phase.load * error.load,
      gridVoltage,
      outputVoltage: !feeds ? 0 : gridThere ? gridVoltage * 0.998 : ownVoltage,
    };
  });
}

function ratioOf(measured: number, actual: number): number {
  return actual === 0 ? 1 : measured / actual;
}
