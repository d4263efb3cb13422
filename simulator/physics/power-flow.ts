import {
  chargerInput,
  chargerInputFor,
  chargerOutput,
  drawFromBattery,
  inverterLoss,
  inverterPowerFor,
} from "./converters.ts";

/** The sources and loads of a site at one instant, in W. */
export type FlowInput = {
  /** Whether the inverters are switched on. */
  on: boolean;
  inverterRatedW: number;
  chargerRatedW: number;
  /** Available power of the panels at the charger and at the PV inverter. */
  panels: number;
  pvInverter: number;
  load: number;
  /** Charging and discharging limits; `wanted` is charged even from the grid. */
  battery: { charge: number; discharge: number; wanted: number };
  /** Limit of the export, W; null if there is no grid or it has failed. */
  grid: { exportLimit: number } | null;
  /** Available power of a running generator; 0 while it stands. */
  generator: number;
};

/** Flows in W: grid + import, battery + charging, inverter + towards the load. */
export type Flow = {
  solarCharger: number;
  pvInverter: number;
  grid: number;
  generator: number;
  battery: number;
  inverter: number;
  load: number;
  /** Load that is not supplied. */
  unserved: number;
  losses: number;
  /** Whether the inverter has shut down for lack of power. */
  shutDown: boolean;
};

/** Preferred operating point of a generator, as a share of its rated power. */
const GENERATOR_SHARE = 0.8;

/** Solves the flows of a site so that they balance by construction: all input is output, stored or lost. */
export function solveFlow(input: FlowInput): Flow {
  if (!input.on) return bypass(input, false);
  if (input.grid !== null)
    return convert(input, { give: Infinity, take: input.grid.exportLimit, wish: 0 });
  const give = input.generator;
  return convert(input, { give, take: 0, wish: GENERATOR_SHARE * give });
}

/** A source at the inverter's input: maximum output, maximum intake, and preferred output. */
type Source = { give: number; take: number; wish: number };

function convert(input: FlowInput, source: Source): Flow {
  const { inverterRatedW: rated, chargerRatedW, battery } = input;
  let taken = chargerInput(chargerRatedW, input.panels);
  let charged = chargerOutput(chargerRatedW, taken);
  let pvInverter = input.pvInverter;
  const min = Math.max(-rated, inverterPowerFor(rated, charged - battery.charge));
  const max = Math.min(rated, inverterPowerFor(rated, charged + battery.discharge));
  let inverter = clamp(input.load - pvInverter - source.wish, min, max);
  if (battery.wanted > 0)
    inverter = Math.max(min, Math.min(inverter, inverterPowerFor(rated, charged - battery.wanted)));
  const ceiling = Math.min(rated, input.load - pvInverter + source.take);
  if (inverter > ceiling) {
    // Excess solar power: the charger is curtailed first, then the PV inverter.
    inverter = Math.max(ceiling, -rated);
    const room = Math.max(0, drawFromBattery(rated, inverter) + battery.charge);
    if (room < charged) {
      taken = chargerInputFor(chargerRatedW, room);
      charged = chargerOutput(chargerRatedW, taken);
    }
    inverter = Math.max(inverter, -rated, inverterPowerFor(rated, charged - battery.charge));
    inverter = Math.min(inverter, inverterPowerFor(rated, charged + battery.discharge));
    pvInverter = Math.max(0, Math.min(pvInverter, input.load - inverter + source.take));
  }
  const load = Math.min(input.load, pvInverter + inverter + source.give);
  if (load < 0) return bypass(input, true);
  const given = load - pvInverter - inverter;
  return {
    solarCharger: taken,
    pvInverter,
    grid: input.grid === null ? 0 : given,
    generator: input.grid === null ? given : 0,
    battery: charged - drawFromBattery(rated, inverter),
    inverter,
    load,
    unserved: input.load - load,
    losses: taken - charged + inverterLoss(rated, inverter),
    shutDown: false,
  };
}

/** With the inverters off, the grid or generator carries the load, and a PV inverter cannot feed. */
function bypass(input: FlowInput, shutDown: boolean): Flow {
  const { chargerRatedW, battery } = input;
  let taken = chargerInput(chargerRatedW, input.panels);
  if (chargerOutput(chargerRatedW, taken) > battery.charge)
    taken = chargerInputFor(chargerRatedW, battery.charge);
  const charged = chargerOutput(chargerRatedW, taken);
  const load = input.grid === null ? Math.min(input.load, input.generator) : input.load;
  return {
    solarCharger: taken,
    pvInverter: 0,
    grid: input.grid === null ? 0 : load,
    generator: input.grid === null ? load : 0,
    battery: charged,
    inverter: 0,
    load,
    unserved: input.load - load,
    losses: taken - charged,
    shutDown,
  };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), Math.max(low, high));
}
