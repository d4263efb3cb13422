import { DAY_MS } from "#domain/units/durations.ts";
import type { SimulatedPlantProfile } from "../plant-profile.ts";
import type { EnergyCounters } from "./energy-counters.ts";

/** Plausible counter values for the years since commissioning; an estimate. */
export function guessPastEnergy(profile: SimulatedPlantProfile, at: number): EnergyCounters {
  const days = Math.max(0, (at - Date.parse(profile.commissioned)) / DAY_MS);
  const peakW = profile.solar.reduce((sum, field) => sum + field.peakW, 0);
  const offered = peakW * (5.4 - 3.4 * profile.climate.cloudiness);
  const load = profile.load.dailyWh;
  const solar = Math.min(offered, profile.grid?.exportLimitW ? offered : 1.15 * load);
  const solarToLoad = Math.min(0.55 * load, 0.6 * solar);
  const charge = Math.min(
    0.7 * (profile.battery?.capacityWh ?? 0),
    0.8 * (solar - solarToLoad),
    load - solarToLoad,
  );
  const solarToGrid = profile.grid?.exportLimitW ? 0.9 * (solar - solarToLoad - charge) : 0;
  const missing = Math.max(0, load - solarToLoad - 0.9 * charge);
  const generator = profile.generator === null ? 0 : missing;
  const scale = (whPerDay: number) => Math.round(whPerDay * days);
  return {
    solar: scale(solar),
    gridImport: scale(profile.grid === null ? 0 : missing),
    gridExport: scale(solarToGrid),
    load: scale(load),
    charge: scale(charge),
    discharge: scale(0.9 * charge),
    generator: scale(generator),
    solarToLoad: scale(solarToLoad),
    solarToBattery: scale(charge),
    solarToGrid: scale(solarToGrid),
    gridToBattery: 0,
    runningSeconds: Math.round(days * 86_000),
    generatorSeconds: scale(
      profile.generator === null ? 0 : (generator / profile.generator.ratedW) * 4_500,
    ),
    fields: profile.solar.map((field) => scale((solar * field.peakW) / peakW)),
    units: Array.from({ length: profile.inverter.units }, () => ({
      inverted: scale((solarToLoad + 0.9 * charge + solarToGrid) / profile.inverter.units),
      rectified: 0,
    })),
  };
}
